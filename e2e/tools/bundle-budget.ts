import { readdir, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import budgetFile from './bundle-budget.json' with { type: 'json' }

const parts = ['preload', 'page', 'scripts', 'player', 'styles', 'document', 'fonts'] as const
type Part = (typeof parts)[number]

/** Bytes before compression. `page` is scripts, player, styles and document together. */
export type BundleSizes = Record<Part, number>
export type BundleBudget = Record<Part, { bytes: number; reason: string }>

/** The bar of the design; a number is raised there only together with its reason. */
export const bundleBudget: BundleBudget = budgetFile

const partOf = (file: string): Part => {
  const ending = extname(file)
  if (ending === '.js') return /^hls-[^/]+\.js$/.test(file.split('/').at(-1) ?? '') ? 'player' : 'scripts'
  if (ending === '.css') return 'styles'
  if (ending === '.html') return 'document'
  if (ending === '.woff2') return 'fonts'
  throw new Error(`The built page holds ${file}, which no budget counts`)
}

/**
 * Sizes of what was built.
 * @param out folder with `preload` and `renderer`, as the build writes them
 * @throws when something is missing, or lies in the page's folder that no budget counts
 */
export const measureBundle = async (out: string): Promise<BundleSizes> => {
  const sizes: BundleSizes = { preload: 0, page: 0, scripts: 0, player: 0, styles: 0, document: 0, fonts: 0 }
  sizes.preload = (await stat(join(out, 'preload/index.cjs'))).size
  const page = join(out, 'renderer')
  for (const entry of await readdir(page, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    sizes[partOf(file.replaceAll('\\', '/'))] += (await stat(file)).size
  }
  sizes.page = sizes.scripts + sizes.player + sizes.styles + sizes.document
  const missing = parts.filter((part) => sizes[part] === 0)
  if (missing.length > 0) throw new Error(`Nothing was built for: ${missing.join(', ')}`)
  return sizes
}

/** One sentence for each part that is over its budget. */
export const overBudget = (sizes: BundleSizes, budget: BundleBudget): string[] =>
  parts
    .filter((part) => sizes[part] > budget[part].bytes)
    .map((part) => `${part} is ${sizes[part]} bytes, ${sizes[part] - budget[part].bytes} over its budget`)

/** The sizes beside their budgets, a line for each part. */
export const bundleTable = (sizes: BundleSizes, budget: BundleBudget): string =>
  parts
    .map((part) => `${part.padEnd(9)}${String(sizes[part]).padStart(9)} of ${String(budget[part].bytes).padStart(9)}`)
    .join('\n')
