import type { z } from 'zod'
import type { Result } from '../result.ts'

/**
 * Operations by name: what the page hands in and what it gets. `asText`: the answer may hold thousands of rows and
 * crosses as one JSON text. Electron's bridge copies objects one by one, which takes a third of a second for 5,000
 * cookies; a text is handed over whole.
 */
export type OperationTable = Record<string, { input: z.ZodType; output: z.ZodType; asText?: true }>

/** What core or shell register for a table: parsed input → result. */
export type HandlersOf<T extends OperationTable> = {
  [N in keyof T]: (input: z.output<T[N]['input']>) => Promise<Result<z.output<T[N]['output']>>>
}
