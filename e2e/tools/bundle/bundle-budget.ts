import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import budgetFile from './bundle-budget.json' with { type: 'json' }

const parts = [
  'preload',
  'start',
  'page',
  'scripts',
  'player',
  'analysis',
  'editor',
  'styles',
  'document',
  'fonts',
] as const
type Part = (typeof parts)[number]

/**
 * Bytes before compression. `start` is what the document names: all that is read before the first view is shown.
 * `page` is everything: scripts, player, analysis, editor, styles and document together.
 */
export type BundleSizes = Record<Part, number>
export type BundleBudget = Record<Part, { bytes: number; reason: string }>

/** The bar of the design; a number is raised there only together with its reason. */
export const bundleBudget: BundleBudget = budgetFile

/** Libraries in files of their own; the only file of ours called worker is that of the analysis. */
const OWN_FILES: [RegExp, Part][] = [
  [/^hls[-.]/, 'player'],
  [/^worker-/, 'analysis'],
  [/^codemirror-/, 'editor'],
]

const partOf = (file: string): Part => {
  const ending = extname(file)
  const name = file.split('/').at(-1) ?? ''
  if (ending === '.js') return OWN_FILES.find(([begin]) => begin.test(name))?.[1] ?? 'scripts'
  if (ending === '.css') return 'styles'
  if (ending === '.html') return 'document'
  if (ending === '.woff2') return 'fonts'
  throw new Error(`The built page holds ${file}, which no budget counts`)
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size

/** The document and the files it names. */
const startSize = async (page: string): Promise<number> => {
  const document = join(page, 'index.html')
  const named = (await readFile(document, 'utf8')).matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)
  const files = [document, ...[...named].map(([, file = '']) => join(page, file))]
  return (await Promise.all(files.map(sizeOf))).reduce((sum, size) => sum + size, 0)
}

/**
 * Sizes of what was built.
 * @param out folder with `preload` and `renderer`, as the build writes them
 * @throws when something is missing, or lies in the page's folder that no budget counts
 */
export const measureBundle = async (out: string): Promise<BundleSizes> => {
  const sizes = Object.fromEntries(parts.map((part) => [part, 0])) as BundleSizes
  sizes.preload = await sizeOf(join(out, 'preload/index.cjs'))
  const page = join(out, 'renderer')
  for (const entry of await readdir(page, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    sizes[partOf(file.replaceAll('\\', '/'))] += await sizeOf(file)
  }
  sizes.page = sizes.scripts + sizes.player + sizes.analysis + sizes.editor + sizes.styles + sizes.document
  sizes.start = await startSize(page)
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
