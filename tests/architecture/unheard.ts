import { parseSync } from '@swc/core'
import type { SourceFile } from './sourceFiles'
import { isCall, isNode, type Node, textOf } from './syntax'

/** What may be begun without waiting for it: the runner of actions, which tells, and what never rejects. */
const heard: ReadonlySet<string> = new Set([
  'act',
  // Mirrors of the core: a failure is in their state.
  ...[
    'queue.refresh',
    'queue.showMore',
    'collections.refresh',
    'gallery.refresh',
    'gallery.search',
    'gallery.show',
    'refresh',
    'refreshCosts',
    'fetchChunk',
  ],
  ...['bringing.refresh', 'exports.refresh'],
  ...['table.refresh', 'table.select', 'table.edit'],
  // The draft is written until that succeeds.
  ...['drafts.open', 'draft.flush', 'notes.flush', 'flush'],
  // The catalogue is part of the program.
  'text.init',
])

/**
 * What the window begins so that nobody hears its refusal: by `void`, or in a handler that hands on a promise. By name,
 * in the order in which they occur in the file.
 */
export function unheard({ path, text }: SourceFile): readonly string[] {
  const found: string[] = []
  visit(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'esnext' }), found)
  return found.map((what) => `${path}: ${what}`)
}

function visit(node: unknown, found: string[]): void {
  if (typeof node !== 'object' || node === null) return
  const what = isNode(node) ? problemOf(node) : null
  if (what !== null) found.push(what)
  for (const child of Object.values(node)) visit(child, found)
}

function problemOf(node: Node): string | null {
  if (node.type === 'UnaryExpression' && node.operator === 'void' && isCall(node.argument)) {
    const name = nameOf(node.argument.callee)
    return heard.has(name) || catches(node.argument) ? null : `void ${name}()`
  }
  if (node.type === 'JSXAttribute' && isNode(node.value) && handsOn(node.value.expression))
    return textOf(node.name)
  return null
}

function catches({ callee, arguments: given }: Node): boolean {
  const method = isNode(callee) ? textOf(callee.property) : ''
  return method === 'catch' || (method === 'then' && Array.isArray(given) && given.length === 2)
}

/** True if whoever calls the handler gets a promise: the page does nothing with it. */
function handsOn(handler: unknown): boolean {
  if (!isNode(handler) || handler.type !== 'ArrowFunctionExpression') return false
  return handler.async === true || (isCall(handler.body) && nameOf(handler.body.callee) === 'client.call')
}

/** A function's name, or the last two names of a chain: `act`, `client.call`. */
function nameOf(callee: unknown): string {
  if (!isNode(callee) || callee.type !== 'MemberExpression') return textOf(callee)
  const object = isCall(callee.object) ? callee.object.callee : callee.object
  const of = isNode(object) && object.type === 'MemberExpression' ? object.property : object
  return `${textOf(of)}.${textOf(callee.property)}`
}
