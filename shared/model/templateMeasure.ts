import type { Group, Sequence, Template } from './template'
import type { TemplateValues } from './templateExpansion'

export interface TemplateMeasure {
  /**
   * At least the number of characters in the longest prompt: a space that is dropped with an empty alternative is still
   * counted.
   */
  readonly longest: number
  /** One of the prompts is blank. */
  readonly blank: boolean
}

/** Measures the prompts without making them, in time proportional to the template and its values. */
export function measureTemplate(template: Template, values: TemplateValues): TemplateMeasure {
  const ofValues = new Map(
    [...values].map(([key, list]) => [
      key,
      {
        longest: list.reduce((longest, value) => Math.max(longest, value.length), 0),
        blank: list.some((value) => value.trim() === ''),
      },
    ]),
  )
  const ofGroups = new Map<Group, TemplateMeasure>()
  const nothing = { longest: 0, blank: true }

  const ofPart = (part: Sequence[number]): TemplateMeasure => {
    if (typeof part === 'string') return { longest: part.length, blank: part.trim() === '' }
    return ('key' in part ? ofValues.get(part.key) : ofGroups.get(part)) ?? nothing
  }
  const inOrder = (sequence: Sequence): TemplateMeasure =>
    sequence
      .map(ofPart)
      .reduce(
        (all, part) => ({ longest: all.longest + part.longest, blank: all.blank && part.blank }),
        nothing,
      )

  for (const group of template.groups) {
    const ways = group.alternatives.map(inOrder)
    ofGroups.set(
      group,
      ways.reduce((all, way) => ({
        longest: Math.max(all.longest, way.longest),
        blank: all.blank || way.blank,
      })),
    )
  }
  return ofGroups.get(template.root) ?? nothing
}
