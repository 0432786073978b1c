import { parseSync } from '@swc/core'
import type { SourceFile } from './sourceFiles'
import { isNode, type Node } from './syntax'

/** Props, and members of options, whose value a user reads or hears. */
const shownNames: ReadonlySet<string> = new Set([
  ...['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'aria-placeholder'],
  ...['alt', 'label', 'title', 'placeholder', 'description', 'hint', 'text', 'tooltip'],
  ...['cause', 'next', 'words', 'message', 'detail', 'body', 'confirm', 'buttons', 'serviceName'],
])
const shownEnd = /(Label|Hint|Title|Text|Placeholder|Message)$/
/** Functions and constructors that show the user what they are given. */
const showing: ReadonlySet<string> = new Set([
  ...['Notification', 'showErrorBox', 'showMessageBox', 'showOpenDialog', 'showSaveDialog'],
  ...['alert', 'confirm', 'prompt', 'setTitle', 'setToolTip', 'setAboutPanelOptions'],
])

const readsAsWords = /\p{L}{2,} \p{L}{2,}/u
const sql =
  /\b(ALTER|AND|AS|BEGIN|CASE|CAST|CREATE|DELETE|DESC|DROP|END|FROM|GLOB|GROUP|IN|INSERT|JOIN|LIMIT|NOT|NULL|OR|ORDER|PRAGMA|SELECT|SET|THEN|UPDATE|WHEN|WHERE|BY)\b/
/** Class names of the style sheet that have no hyphen. */
const bareClass =
  /^(absolute|block|border|contents|field|flex|grid|grow|hidden|inline|relative|selectable|truncate)$/

/**
 * Texts in a file that a user would see: those in the markup or in a prop, option or call that shows them, and any
 * other text that reads as words. Messages of thrown errors don't count: a user sees an error by its code.
 */
export function visibleTexts({ path, text }: SourceFile): readonly string[] {
  const found: string[] = []
  visit(parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'esnext' }), found)
  return [...new Set(found)]
}

function visit(node: unknown, found: string[]): void {
  if (Array.isArray(node)) for (const one of node) visit(one, found)
  if (!isNode(node)) {
    // Arguments and elements are wrapped in an object without a type.
    if (typeof node === 'object' && node !== null && 'expression' in node) visit(node.expression, found)
    return
  }
  if (isSilent(node)) return
  found.push(...shown(node))
  for (const [member, child] of Object.entries(node)) if (member !== 'span') visit(child, found)
}

/** Types, imports, class names and thrown errors show nothing to a user. */
function isSilent(node: Node): boolean {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return true
    case 'JSXAttribute':
      return nameOf(node.name) === 'className'
    case 'CallExpression':
      return nameOf(node.callee) === 'classNames' || (isNode(node.callee) && node.callee.type === 'Super')
    case 'NewExpression':
      return nameOf(node.callee).endsWith('Error')
    default:
      return node.type.startsWith('Ts') && !('expression' in node)
  }
}

function shown(node: Node): readonly string[] {
  switch (node.type) {
    case 'JSXText':
      return lettered([textOf(node)])
    case 'JSXElement':
    case 'JSXFragment':
      return lettered(listOf(node.children).flatMap(valuesOf))
    case 'JSXAttribute':
      return isShownName(nameOf(node.name)) ? lettered(valuesOf(node.value)) : []
    case 'KeyValueProperty':
      return isShownName(nameOf(node.key)) ? spoken(valuesOf(node.value)) : []
    case 'AssignmentExpression':
      return isShownName(nameOf(node.left)) ? spoken(valuesOf(node.right)) : []
    case 'CallExpression':
    case 'NewExpression':
      return [
        ...(showing.has(nameOf(node.callee)) ? spoken(listOf(node.arguments).flatMap(valuesOf)) : []),
        ...(nameOf(node.callee) === 't' ? spoken(listOf(node.arguments).flatMap(parametersOf)) : []),
      ]
    case 'StringLiteral':
    case 'TemplateElement':
      return [textOf(node)].filter(isProse)
    default:
      return []
  }
}

function isShownName(name: string): boolean {
  return shownNames.has(name) || shownEnd.test(name)
}

/** Texts with a letter, except addresses. */
function lettered(texts: readonly string[]): readonly string[] {
  return texts
    .map((text) => text.trim())
    .filter((text) => /\p{L}/u.test(text) && !/^https?:\/\/\S*$/.test(text))
}

/** The same where a name of ours is allowed too: a key of the catalogue (`addKey`) or of the system (`ENOENT`). */
function spoken(texts: readonly string[]): readonly string[] {
  return lettered(texts.filter((text) => !/^([a-z][\w-]*|E[A-Z]{3,})$/.test(text)))
}

function isProse(text: string): boolean {
  return readsAsWords.test(text) && !sql.test(text) && !isClassList(text)
}

function isClassList(text: string): boolean {
  const parts = text.trim().split(/\s+/)
  return parts.every((part) => /^[a-z[!*][^A-Z]*[-:[\d]/.test(part) || bareClass.test(part))
}

/** The string literals that an expression may evaluate to, as far as they are written out. */
function valuesOf(node: unknown): readonly string[] {
  if (!isNode(node)) {
    return typeof node === 'object' && node !== null && 'expression' in node ? valuesOf(node.expression) : []
  }
  switch (node.type) {
    case 'StringLiteral':
    case 'TemplateElement':
      return [textOf(node)]
    case 'TemplateLiteral':
      return [...listOf(node.quasis), ...listOf(node.expressions)].flatMap(valuesOf)
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].flatMap(valuesOf)
    case 'BinaryExpression':
      return ['+', '||', '&&', '??'].includes(String(node.operator))
        ? [node.left, node.right].flatMap(valuesOf)
        : []
    case 'ArrayExpression':
      return listOf(node.elements).flatMap(valuesOf)
    case 'CallExpression':
      return isNode(node.callee) && nameOf(node.callee) === 'join' ? valuesOf(node.callee.object) : []
    default:
      return 'expression' in node ? valuesOf(node.expression) : []
  }
}

/** What is inserted into a text of the catalogue, as far as it is written out: `{ name: 'Demo' }`. */
function parametersOf(argument: unknown): readonly string[] {
  if (typeof argument !== 'object' || argument === null || !('expression' in argument)) return []
  const { expression } = argument
  if (!isNode(expression) || expression.type !== 'ObjectExpression') return []
  return listOf(expression.properties).flatMap((property) =>
    isNode(property) && property.type === 'KeyValueProperty' ? valuesOf(property.value) : [],
  )
}

function listOf(nodes: unknown): readonly unknown[] {
  return Array.isArray(nodes) ? nodes : []
}

/** The text of a string literal of any kind. */
function textOf({ cooked, value }: Node): string {
  const text = cooked ?? value
  return typeof text === 'string' ? text : ''
}

/** The last part of a name: `label` of `props.label`, `aria-label` of the attribute. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  return node.type === 'MemberExpression' ? nameOf(node.property) : textOf(node)
}
