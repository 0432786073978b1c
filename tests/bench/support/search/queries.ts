/** Kinds of queries, each of several that find about as much, so that no two runs ask the same. */
export const queries: Readonly<Record<string, readonly string[]>> = {
  'a rare word': Array.from({ length: 20 }, (_, n) => `${10_003 + n * 613}`),
  'a common word': [
    'harbour',
    'heron',
    'quarry',
    'lantern',
    'meadow',
    'kiln',
    'glacier',
    'dusk',
    'exposure',
    'pen',
  ],
  'a word of all': ['study', 'Study', 'STUDY', 'tudy', 'stud', 'of', 'a'],
  'two common words': ['heron dusk', 'quarry noon', 'kiln "soft grain"', 'lantern frost', 'meadow print'],
  'one CJK character': ['灯', '台', 'と', '海'],
  'two CJK characters': ['灯台', '台と', 'と海'],
  'one CJK character that none has': ['山', '森', '橋', '月'],
  'a word and filters': Array.from(
    { length: 10 },
    (_, n) => `heron model:aurora size:>${800 + n} -ratio:16:9 after:2020`,
  ),
  'filters alone': Array.from({ length: 10 }, (_, n) => `model:sketch size:>${900 + n} is:unseen`),
  'what a word leaves': ['-heron', '-灯', 'kiln -dusk', 'dusk -heron'],
}
