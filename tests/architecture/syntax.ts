/** A node of a parsed file. */
export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

export function isNode(node: unknown): node is Node {
  return typeof node === 'object' && node !== null && 'type' in node && typeof node.type === 'string'
}

export function isCall(node: unknown): node is Node {
  return isNode(node) && node.type === 'CallExpression'
}

/** The value of an identifier or a string. */
export function textOf(node: unknown): string {
  return isNode(node) && typeof node.value === 'string' ? node.value : ''
}
