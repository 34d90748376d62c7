import { jsonLanguage } from '@codemirror/lang-json'
import { pythonLanguage } from '@codemirror/lang-python'
import { type Language, LanguageSupport } from '@codemirror/language'
import type { Extension } from '@codemirror/state'

export type CodeLanguage = 'python' | 'json'

/** Parsers alone: completion would bring its own 40 kB, and knows nothing of what a function here may call. */
const parsers: Record<CodeLanguage, Language> = { python: pythonLanguage, json: jsonLanguage }

/** Columns of one step of indentation; PEP 8 names four. */
const indents: Record<CodeLanguage, string> = { python: '    ', json: '  ' }

/** Characters. A longer text is not parsed, so it has no colours: that would take the page in slices of 100 ms. */
export const LARGEST_PARSED = 250_000

/** The language, for a text of so many characters. */
export const languageOf = (language: CodeLanguage, length: number): Extension =>
  length > LARGEST_PARSED ? [] : new LanguageSupport(parsers[language])
export const indentOf = (language: CodeLanguage): string => indents[language]
