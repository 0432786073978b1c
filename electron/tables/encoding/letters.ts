import type { TableEncoding } from '@shared/model/tableReading'

/** The letters of a language that stand out in its texts: a character gets a weight from 0 to 1. */
export interface Letters {
  /** Rare characters of the script, which a wrong reading is full of, weigh little. */
  weight(character: string): number
  /** Its words may have letters of ASCII in them. */
  readonly isLatin: boolean
}

/** Punctuation of printed text in any language. */
const typographic = /[–—‘’‚“”„…«»‹›¡¿°•·§©®™€£×№、。，．！？：；「」『』（）【】《》〈〉〜～ー・\u3000]/u

function letters(
  scripts: RegExp,
  common: string,
  { isLatin = false, others = 0.35 }: { readonly isLatin?: boolean; readonly others?: number } = {},
): Letters {
  const usual = new Set(common)
  return {
    isLatin,
    weight(character) {
      if (usual.has(character)) return 1
      if (scripts.test(character)) return usual.has(character.toLowerCase()) ? 0.7 : others
      return typographic.test(character) ? 0.6 : 0.05
    },
  }
}

const latin = (common: string): Letters => letters(/\p{Script=Latin}/u, common, { isLatin: true })

const western = 'éèêëàâáäãåæçíîïìñóôöòõøœùúûüßÿ'
const cyrillic = letters(/\p{Script=Cyrillic}/u, 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфёіїєґ', { others: 0.2 })

/** Those that Chinese, Japanese and Korean texts are full of; the first level of each standard comes after them. */
const simplified =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利等产新己制身果加西月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直资命山金指许统区保至队形社便空决治展马科五基眼书非则听白界达光放强即像难且思王象完设式色路记南品住告类求据程北边张该交规万取格望觉术领共确传师观清今切院让识带导争运红绿蓝黄黑紫橙粉灰狐狸猫狗鸟鱼花草树林森湖河雪雨云雾夜晨城街房车船景画图照片影风暖冷古老旧静美丽可爱细节'
const traditional =
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因只從想實日者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利等產新己制身果加西月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直資命山金指許統區保至隊形社便空決治展馬科五基眼書非則聽白界達光放強即像難且思王象完設式色路記南品住告類求據程北邊張該交規萬取格望覺術領共確傳師觀清今切院讓識帶導爭運紅綠藍黃黑紫橙粉灰狐狸貓狗鳥魚花草樹林森湖河雪雨雲霧夜晨城街房車船景畫圖照片影風暖冷古舊靜美麗愛細節'
const japanese =
  '日一人年大国会中本出時行気見月分後前生間上東今学高円子外来山話女北午百書先名川千水半男西電校語土木食車何南万毎白天母火右読友左休父雨赤青緑黒黄夜朝空海森林花鳥猫犬狐雪光町街家道古新小静風景写真絵色'
const korean =
  '이다는에의을를가고하한은로지사자기도시리어나서아인그대있스정해수과부들라보으만전일구제상주동일면성원장게세여적마오안우조소바무방비않된위경내신생때물교통화문것모공심년들개산계간등러미치터와같거회말려없두속중더빛붉여우눈숲밤고양새꽃하늘바다집길검파란초록'

/** The two-byte characters of a standard's first level, by the bytes that begin and end it. */
function level(encoding: string, from: number, to: number, trails: readonly [number, number][]): Set<string> {
  const bytes: number[] = []
  for (let lead = from; lead <= to; lead += 1)
    for (const [first, last] of trails)
      for (let trail = first; trail <= last; trail += 1) bytes.push(lead, trail)
  return new Set(new TextDecoder(encoding).decode(Uint8Array.from(bytes)))
}

function characters(
  common: string,
  first: () => Set<string>,
  syllables: RegExp | null = null,
): () => Letters {
  let made: Letters | null = null
  return () => {
    const usual = new Set(common)
    const known = made === null ? first() : new Set<string>()
    made ??= {
      isLatin: false,
      weight(character) {
        if (usual.has(character) || syllables?.test(character) === true) return 1
        if (typographic.test(character) || /[０-９Ａ-Ｚａ-ｚ]/.test(character)) return 0.6
        return known.has(character) ? 0.7 : 0.1
      },
    }
    return made
  }
}

const chinese = characters(simplified, () => level('gbk', 0xb0, 0xd7, [[0xa1, 0xfe]]))
const taiwanese = characters(traditional, () =>
  level('big5', 0xa4, 0xc6, [
    [0x40, 0x7e],
    [0xa1, 0xfe],
  ]),
)
const kanji = characters(
  japanese,
  () => level('euc-jp', 0xb0, 0xcf, [[0xa1, 0xfe]]),
  /[\p{Script=Hiragana}\u30a1-\u30fe]/u,
)
const hangul = characters(korean, () => level('euc-kr', 0xb0, 0xc8, [[0xa1, 0xfe]]))

type Guessed = Exclude<TableEncoding, 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-2022-jp'>

/** What a text in each encoding is likely to be written with. */
export const lettersOf: Readonly<Record<Guessed, () => Letters>> = {
  'windows-1252': () => latin(western),
  gb18030: chinese,
  big5: taiwanese,
  shift_jis: kanji,
  'euc-jp': kanji,
  'euc-kr': hangul,
  'windows-1251': () => cyrillic,
  'koi8-u': () => cyrillic,
  ibm866: () => cyrillic,
  'x-mac-cyrillic': () => cyrillic,
  'windows-1250': () => latin('áąćčďéęěíłľńňóöőřśšťúůüűýźżžäëăâîșț'),
  'iso-8859-2': () => latin('áąćčďéęěíłľńňóöőřśšťúůüűýźżžäëăâîșț'),
  'windows-1254': () => latin('çğıöşüâîû'),
  'windows-1257': () => latin('āąčęėēģīįķļņšūųžäöõü'),
  'windows-1258': () => latin('ăâđêôơưàáèéìíòóùúý'),
  macintosh: () => latin(western),
  ibm850: () => latin(western),
  'windows-1253': () => letters(/\p{Script=Greek}/u, 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ'),
  'windows-1255': () => letters(/\p{Script=Hebrew}/u, 'אבגדהוזחטיכלמנסעפצקרשתםןץףך'),
  'windows-1256': () => letters(/\p{Script=Arabic}/u, 'ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءأإآئؤپچژگ'),
  'windows-874': () => letters(/[\u0e01-\u0e2e]/u, 'กขคงจชซดตถทธนบปผพภมยรลวศสหอะาเแโใไิีึืุู่้็์ัำ', { others: 0.4 }),
}
