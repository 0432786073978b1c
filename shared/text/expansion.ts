/** Prompts that stand for several: their variables and the resulting prompts. */
export const expansion = {
  /** `variable`: a variable as it is written, with its braces. */
  hint: '{red|blue} makes a prompt for each,\n{{variable}} for each value you enter.',
  /** The name of the variable in the hint. */
  exampleVariable: 'colour',
  values: 'One value per line',
  valueCount_one: '{{count, number}} value',
  valueCount_other: '{{count, number}} values',
  /** `amount` as digits: counts can be larger than a number can hold. */
  prompts_one: '{{amount, number}} prompt',
  prompts_other: '{{amount, number}} prompts',
  countless: 'Too many prompts to count',
  firstRows: 'First rows',
  nothing: 'Empty',
  more: 'and {{amount, number}} more',
  length: '{{words}}, {{characters}}',
  words_one: '{{count, number}} word',
  words_other: '{{count, number}} words',
  characters_one: '{{count, number}} character',
  characters_other: '{{count, number}} characters',
}
