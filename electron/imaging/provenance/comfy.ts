import { negativePrompt } from '@shared/model/brought'
import { type Account, fieldsOf, jsonOf, shownValue } from './account'
import type { ReadingBudget } from './readingBudget'

type Inputs = ReadonlyMap<string, unknown>

interface Node {
  readonly type: string
  readonly inputs: Inputs
}

interface Graph {
  readonly nodes: ReadonlyMap<string, Node>
  /** Each link that is followed takes a step: links may go round, and each node may have many. */
  readonly budget: ReadingBudget
}

/** How far a link is followed. */
const depthMaximum = 20

/** Inputs through which a node passes on what another one encoded, the likeliest first. */
const passedOn = ['positive', 'conditioning', 'conditioning_1', 'conditioning_to', 'cond1'] as const
/** Inputs in which a node has the text that it encodes. */
const ofText = ['text', 'text_g', 'clip_l', 't5xxl', 'prompt'] as const
/** Inputs in which a node that only holds a text has it. */
const ofHolder = ['value', 'string', 'text', 'prompt', 'Text'] as const
const ofModel = ['ckpt_name', 'unet_name', 'model_name'] as const
const ofSampler = ['seed', 'noise_seed', 'steps', 'cfg', 'sampler_name', 'scheduler', 'denoise'] as const

/**
 * The graph that ComfyUI writes. Its prompt is the text that leads to the positive side of a sampler; if several differ,
 * there is none. Null if it is no such graph.
 */
export function readComfy(text: string | undefined, budget: ReadingBudget): Account | null {
  const graph = { nodes: nodesOf(jsonOf(text)), budget }
  const nodes = [...graph.nodes.values()]
  if (nodes.length === 0) return null
  const samplers = nodes.filter(({ inputs }) => inputs.has('positive') && inputs.has('negative'))
  const encoders = nodes.filter(({ type }) => type.startsWith('CLIPTextEncode'))
  const side = (name: 'positive' | 'negative') =>
    only(samplers.flatMap(({ inputs }) => encodedText(graph, inputs.get(name)) ?? []))
  const alone = samplers.length === 0 ? only(encoders.flatMap((node) => ownText(graph, node) ?? [])) : null
  const negative = side('negative')
  const settings = ofSampler.flatMap((name) => {
    const value = only(nodes.flatMap(({ inputs }) => shownValue(inputs.get(name)) ?? []))
    return value === null ? [] : [[name, value] as const]
  })
  return {
    prompt: side('positive') ?? alone,
    model: only(nodes.flatMap(({ inputs }) => ofModel.flatMap((name) => shownValue(inputs.get(name)) ?? []))),
    tool: 'ComfyUI',
    facts: [...(negative === null ? [] : [[negativePrompt, negative] as const]), ...settings],
  }
}

function nodesOf(value: unknown): Graph['nodes'] {
  const nodes = [...fieldsOf(value)].flatMap(([id, node]) => {
    const fields = fieldsOf(node)
    const type = fields.get('class_type')
    return typeof type === 'string' ? [[id, { type, inputs: fieldsOf(fields.get('inputs')) }] as const] : []
  })
  return new Map(nodes)
}

/** The one value, if there is no other. */
function only(values: readonly string[]): string | null {
  const [first = null, ...others] = new Set(values)
  return others.length === 0 ? first : null
}

/** A link is the id of a node and the number of its output. */
function linked({ nodes, budget }: Graph, link: unknown): Node | undefined {
  const id: unknown = Array.isArray(link) && budget.step() ? link[0] : undefined
  return typeof id === 'string' || typeof id === 'number' ? nodes.get(String(id)) : undefined
}

function encodedText(graph: Graph, link: unknown, depth = 0): string | null {
  const node = linked(graph, link)
  if (node === undefined || depth > depthMaximum) return null
  if (node.type.startsWith('CLIPTextEncode')) return ownText(graph, node)
  const next = passedOn.find((name) => Array.isArray(node.inputs.get(name)))
  return next === undefined ? null : encodedText(graph, node.inputs.get(next), depth + 1)
}

function ownText(graph: Graph, { inputs }: Node): string | null {
  for (const name of ofText) {
    const value = inputs.get(name)
    const text = typeof value === 'string' ? shownValue(value) : heldText(graph, value)
    if (text !== null) return text
  }
  return null
}

function heldText(graph: Graph, link: unknown, depth = 0): string | null {
  const node = linked(graph, link)
  if (node === undefined || depth > depthMaximum) return null
  const texts = ofHolder.flatMap((name) => {
    const value = node.inputs.get(name)
    return typeof value === 'string' ? (shownValue(value) ?? []) : (heldText(graph, value, depth + 1) ?? [])
  })
  return only(texts)
}
