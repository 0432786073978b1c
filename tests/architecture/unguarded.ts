import { parseSync } from '@swc/core'
import type { SourceFile } from './sourceFiles'
import { isCall, isNode, type Node, textOf } from './syntax'

const timers: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'])
const listening: ReadonlySet<string> = new Set([
  ...['on', 'once', 'addListener', 'prependListener', 'prependOnceListener', 'addEventListener'],
])
/** Functions that call back, by the module they come from. */
const callingBack: readonly string[] = ['node:timers', 'timers', 'node:events', 'node:diagnostics_channel']

/**
 * What bypasses the guard in a file: timers, microtasks, listeners, floating promises. By name, in the order in which
 * they occur in the file.
 */
export function unguarded({ path, text }: SourceFile): readonly string[] {
  const found: string[] = []
  visit(parseSync(text, { syntax: 'typescript', target: 'esnext' }), found)
  return found.map((what) => `${path}: ${what}`)
}

function visit(node: unknown, found: string[]): void {
  if (typeof node !== 'object' || node === null) return
  const what = isNode(node) ? problemOf(node) : null
  if (what !== null) found.push(what)
  // The names in an import are not uses of them.
  if (isNode(node) && node.type === 'ImportDeclaration') return
  for (const child of Object.values(node)) visit(child, found)
}

function problemOf(node: Node): string | null {
  switch (node.type) {
    case 'ImportDeclaration':
      return callingBack.find((module) => module === textOf(node.source)) ?? null
    case 'Identifier':
      return timers.has(textOf(node)) ? textOf(node) : null
    case 'MemberExpression':
      return `${textOf(node.object)}.${textOf(node.property)}` === 'process.nextTick'
        ? 'process.nextTick'
        : null
    case 'CallExpression': {
      const { callee } = node
      if (!isNode(callee) || callee.type !== 'MemberExpression') return null
      return listening.has(textOf(callee.property)) ? `.${textOf(callee.property)}()` : null
    }
    case 'UnaryExpression':
      return node.operator === 'void' && isCall(node.argument) && !isGuardRun(node.argument) ? 'void' : null
    default:
      return null
  }
}

function isGuardRun(node: unknown): boolean {
  if (!isNode(node) || !isNode(node.callee)) return false
  return `${textOf(node.callee.object)}.${textOf(node.callee.property)}` === 'guard.run'
}
