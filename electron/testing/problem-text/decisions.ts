import { parseSync } from 'vite'

/** A branch that depends on a text for people, with the code around it. */
type Decision = { file: string; line: number; code: string }

type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** Fields that hold sentences. */
const TEXTS = new Set(['message', 'title', 'next', 'warnings'])
const ASKS_RECEIVER = new Set('includes startsWith endsWith match matchAll search indexOf lastIndexOf'.split(' '))
const ASKS_ARGUMENT = new Set('test exec includes has get indexOf'.split(' '))
const TAKES_CALLBACK = new Set('filter some every find findIndex map flatMap forEach'.split(' '))
const WRAPPERS = new Set('ChainExpression TSNonNullExpression TSAsExpression ParenthesizedExpression'.split(' '))

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value : [value]).filter(isNode)
const isFunction = ({ type }: Node): boolean => /Function/.test(type) && type !== 'TSFunctionType'

const walk = (node: Node, see: (node: Node, parents: readonly Node[]) => void, parents: readonly Node[] = []): void => {
  see(node, parents)
  const inner = [...parents, node]
  for (const value of Object.values(node)) for (const child of nodes(value)) walk(child, see, inner)
}

/** The name of `a.name` or `a['name']`. */
const memberName = (node: Node): string | null => {
  if (node.type !== 'MemberExpression' || !isNode(node.property)) return null
  const { type, name, value } = node.property
  if (node.computed !== true) return String(name)
  return type === 'Literal' && typeof value === 'string' ? value : null
}

/**
 * Places that search, compare, switch on or look up a `message`, `title`, `next` or `warnings`; also through a
 * destructured or assigned name, a template, a string method, a callback, and a function of the same file. To ask
 * whether there is one (null, undefined, empty) is no decision on its words.
 */
export const decisionsIn = (file: string, text: string): Decision[] => {
  const parsed = parseSync(file, text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (parsed.errors.length > 0) throw new Error(`${file} cannot be read`)
  const program = parsed.program as unknown as Node
  /** Name → the functions in which it holds a text, and whose. */
  const named = new Map<string, { scope: Node; field: string }[]>()
  const functions = new Map<string, Node>()
  let changed = true

  const mark = (target: unknown, scope: Node, field: string): void => {
    if (!isNode(target)) return
    if (target.type === 'AssignmentPattern') mark(target.left, scope, field)
    if (target.type !== 'Identifier') return
    const known = named.get(String(target.name)) ?? []
    if (known.some((one) => one.scope === scope && one.field === field)) return
    named.set(String(target.name), [...known, { scope, field }])
    changed = true
  }

  /** The field whose text an expression carries; null: none. */
  const fieldOf = (node: unknown): string | null => {
    if (!isNode(node)) return null
    if (WRAPPERS.has(node.type)) return fieldOf(node.expression)
    const first = (list: unknown): string | null => nodes(list).reduce<string | null>((f, n) => f ?? fieldOf(n), null)
    switch (node.type) {
      case 'Identifier':
        return (
          named.get(String(node.name))?.find(({ scope }) => scope.start <= node.start && node.end <= scope.end)
            ?.field ?? null
        )
      case 'MemberExpression': {
        const name = memberName(node)
        return name !== null && TEXTS.has(name) ? name : node.computed === true ? fieldOf(node.object) : null
      }
      case 'CallExpression': {
        const callee = node.callee as Node
        if (callee.name === 'String') return first(node.arguments)
        return callee.type === 'MemberExpression' ? fieldOf(callee.object) : null
      }
      case 'TemplateLiteral':
        return first(node.expressions)
      case 'BinaryExpression':
        return node.operator === '+' ? first([node.left, node.right]) : null
      case 'LogicalExpression':
        return first([node.left, node.right])
      case 'ConditionalExpression':
        return first([node.consequent, node.alternate])
      case 'ArrayExpression':
        return first(node.elements)
      default:
        return null
    }
  }

  const learn = (node: Node, parents: readonly Node[]): void => {
    const scope = (isFunction(node) ? node : parents.findLast(isFunction)) ?? program
    const [id, init] = [node.id, node.init]
    if (node.type === 'VariableDeclarator' && isNode(id) && isNode(init)) {
      if (isFunction(init)) functions.set(String(id.name), init)
      const field = fieldOf(init)
      if (field !== null) mark(id, scope, field)
    }
    if (node.type === 'FunctionDeclaration' && isNode(id)) functions.set(String(id.name), node)
    if (node.type === 'AssignmentExpression') {
      const field = fieldOf(node.right)
      if (field !== null) mark(node.left, scope, field)
    }
    if (node.type === 'Property' && parents.at(-1)?.type === 'ObjectPattern' && isNode(node.key)) {
      const name = String(node.key.name ?? node.key.value)
      if (TEXTS.has(name)) mark(node.value, scope, name)
    }
    if (node.type !== 'CallExpression') return
    const callee = node.callee as Node
    const called = functions.get(String(callee.name))
    for (const [n, argument] of nodes(node.arguments).entries()) {
      const field = fieldOf(argument)
      if (called && field !== null) mark(nodes(called.params)[n], called, field)
      const of = TAKES_CALLBACK.has(memberName(callee) ?? '') ? fieldOf(callee.object) : null
      if (of !== null && isFunction(argument)) mark(nodes(argument.params)[0], argument, of)
    }
  }

  const isDecision = (node: Node): boolean => {
    switch (node.type) {
      case 'CallExpression': {
        const callee = node.callee as Node
        const name = memberName(callee) ?? ''
        if (ASKS_RECEIVER.has(name) && fieldOf(callee.object) !== null) return true
        return ASKS_ARGUMENT.has(name) && fieldOf(nodes(node.arguments)[0]) !== null
      }
      case 'BinaryExpression': {
        if (!/^[!=]==?$/.test(String(node.operator))) return false
        const [left, right] = [node.left, node.right] as [Node, Node]
        const field = fieldOf(left) ?? fieldOf(right)
        const other = fieldOf(left) === null ? left : right
        if (field === null || other.value === null || other.value === '' || other.name === 'undefined') return false
        // Titles and the next of a list are compared as values; a message never is.
        return field === 'message' || typeof other.value === 'string' || other.type === 'TemplateLiteral'
      }
      case 'SwitchStatement':
        return fieldOf(node.discriminant) !== null
      case 'MemberExpression':
        return node.computed === true && fieldOf(node.property) !== null
      default:
        return false
    }
  }

  for (let round = 0; changed && round < 8; round += 1) {
    changed = false
    walk(program, learn)
  }
  const found: Decision[] = []
  walk(program, (node) => {
    if (!isDecision(node)) return
    const line = text.slice(0, node.start).split('\n').length
    found.push({ file, line, code: text.slice(node.start, node.end).replace(/\s+/g, ' ') })
  })
  return found
}
