/** Prompts in scripts that not every font has, and one far too long for a line. */
export const prompts = {
  chinese: '黄昏的灯塔，水彩，远处有一艘小船',
  japanese: 'ゆうぐれの灯台、カメラと霧の海',
  korean: '해질녘의 등대, 수채화',
  arabic: 'منارة عند الغروب، ألوان مائية، والبحر مثل الحرير',
  emoji: '🦊 🐻‍❄️ 👩🏽‍🚀 🌊',
  long:
    'A lighthouse on a basalt cliff at first light, long exposure, the sea like fog, a single gull above the lantern ' +
    'room, seen from a boat that is drawing near, with antidisestablishmentarianism-incomprehensibilities and a rail',
} as const
