/** Prompts that stand for several: their variables and what comes of them. */
export const expansion = {
  /** `variable`: one as it is written, with its braces. */
  hint: '{red|blue} makes a prompt of each,\n{{variable}} of each value you give it.',
  values: 'One value a line',
  valueCount_one: '{{count, number}} value',
  valueCount_other: '{{count, number}} values',
  /** `amount` in digits: counts grow beyond what a number can hold. */
  prompts_one: '{{amount, number}} prompt',
  prompts_other: '{{amount, number}} prompts',
  countless: 'More prompts than a hundred digits can say',
  firstRows: 'First rows',
  nothing: 'Nothing',
  more: 'and {{amount, number}} more',
  length: '{{words}}, {{characters}}',
  words_one: '{{count, number}} word',
  words_other: '{{count, number}} words',
  characters_one: '{{count, number}} character',
  characters_other: '{{count, number}} characters',
}
