const mostLines = 150
const mostCharacters = 160

const roles: Readonly<Record<string, string>> = {
  ...{
    a: 'link',
    input: 'field',
    select: 'combobox',
    textarea: 'textbox',
    li: 'listitem',
    section: 'region',
  },
  ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', header: 'banner', aside: 'complementary' },
  ...{ button: 'button', dialog: 'dialog', main: 'main', img: 'img', canvas: 'canvas', nav: 'navigation' },
}
const states = [
  'aria-busy',
  'aria-checked',
  'aria-disabled',
  'aria-expanded',
  'aria-invalid',
  'aria-selected',
]

/**
 * What a page shows, for the message of a failed test: a line for each element that has a role, a name or a text of its
 * own, as deep as it lies in others that have. Markup would mostly be class names and paths of icons.
 */
export function windowOutline(root: Node): string {
  const lines: string[] = []
  for (const child of root.childNodes) if (child instanceof Element) outline(child, 0, lines)
  if (lines.length === 0) return 'nothing'
  const left = lines.length - mostLines
  return [...lines.slice(0, mostLines), ...(left > 0 ? [`… and ${left} more lines`] : [])].join('\n')
}

function outline(element: Element, depth: number, lines: string[]): void {
  if (element.matches('svg, style, script, head, [hidden]')) return
  const facts = factsOf(element)
  if (facts !== '') lines.push('  '.repeat(depth) + facts.slice(0, mostCharacters))
  for (const child of element.children) outline(child, facts === '' ? depth : depth + 1, lines)
}

function factsOf(element: Element): string {
  const role = element.getAttribute('role') ?? roles[element.localName] ?? ''
  const name = element.getAttribute('aria-label') ?? ''
  const value = 'value' in element && role !== 'listitem' && role !== 'button' ? String(element.value) : ''
  const text = [...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')).join(' ')
  return [
    role,
    name && `“${name}”`,
    // The text in a field is what it began with.
    value === '' ? text.trim() : `= ${value}`,
    ...states.filter((state) => element.getAttribute(state) === 'true'),
    element.hasAttribute('disabled') ? 'disabled' : '',
    element === element.ownerDocument.activeElement && element.localName !== 'body' ? '(focus)' : '',
  ]
    .filter((fact) => fact !== '')
    .join(' ')
}
