/** What a Windows shell did with a command. */
export interface ShellRun {
  /** The arguments of the one program that was run, as it reads them itself. */
  readonly words: readonly string[]
  /** What it could read in files while it ran. */
  readonly files: ReadonlyMap<string, string>
  /** Files that are left. */
  readonly left: readonly string[]
}

/** Where either shell puts its temporary file. */
export const shellFolder = 'C:\\Users\\Ada & Bob\\Temp'

/**
 * How a program reads its command line on Windows (Microsoft's "Parsing C command-line arguments"): backslashes are plain
 * unless a double quote follows.
 */
export function programWords(line: string): readonly string[] {
  const words: string[] = []
  let [word, isWord, isQuoted] = ['', false, false]
  for (let at = 0; at < line.length; at++) {
    const slashes = /^\\*/.exec(line.slice(at))?.[0].length ?? 0
    const hasQuote = line[at + slashes] === '"'
    if (slashes > 0) {
      word += '\\'.repeat(hasQuote ? Math.floor(slashes / 2) : slashes)
      isWord = true
      at += slashes - 1
      if (hasQuote && slashes % 2 === 1) {
        word += '"'
        at++
      }
    } else if (line[at] === '"') {
      isWord = true
      if (isQuoted && line[at + 1] === '"') word += line[at++]
      else isQuoted = !isQuoted
    } else if (!isQuoted && /[ \t]/.test(line[at] ?? '')) {
      if (isWord) words.push(word)
      word = ''
      isWord = false
    } else {
      word += line[at]
      isWord = true
    }
  }
  return isWord ? [...words, word] : words
}

/**
 * Runs what `cmd` is told by hand, extensions on: first `%NAME%` gets its value, anywhere, and stays if there is none;
 * then quotes and carets are read. Throws if it would do anything else than write files, run curl and remove files.
 */
export function runInCmd(text: string, variables: Readonly<Record<string, string>>): ShellRun {
  const given = new Map(Object.entries({ TEMP: shellFolder, RANDOM: '4711', ...variables }))
  const files = new Map<string, string>()
  let run: ShellRun | undefined
  for (const line of text.split('\r\n')) {
    if (line.length > 8191) throw new Error('cmd takes no longer line')
    for (const { words, redirection } of commandsOf(expanded(line, given))) {
      const [, set, value] = /^set "(\w+)=(.*)"$/.exec(words) ?? []
      const [, echoed] = /^echo\((.*)$/s.exec(words) ?? []
      const [, removed = ''] = /^del "([^"]*)"$/.exec(words) ?? []
      if (set !== undefined && redirection === null) given.set(set, value ?? '')
      else if (echoed !== undefined && redirection !== null) {
        const before = redirection.isAdded ? (files.get(redirection.file) ?? '') : ''
        files.set(redirection.file, `${before}${echoed}\r\n`)
      } else if (words.startsWith('curl.exe ') && run === undefined && redirection === null)
        run = { words: programWords(words).slice(1), files: new Map(files), left: [] }
      else if (!files.delete(removed)) throw new Error(`cmd would run ${words}`)
    }
  }
  if (run === undefined) throw new Error('curl was not run')
  return { ...run, left: [...files.keys()] }
}

function expanded(line: string, variables: ReadonlyMap<string, string>): string {
  let out = ''
  for (let at = 0; at < line.length; at++) {
    const end = line[at] === '%' ? line.indexOf('%', at + 1) : -1
    const [name = '', ...rest] = line.slice(at + 1, end).split(':')
    const value = end < 0 ? undefined : variables.get(name)
    if (value !== undefined && rest.length > 0) throw new Error(`cmd would change %${name}%`)
    out += value ?? line[at]
    if (value !== undefined) at = end
  }
  return out
}

interface CmdCommand {
  readonly words: string
  readonly redirection: { readonly file: string; readonly isAdded: boolean } | null
}

/** The commands of a line, without carets and with their quotes. */
function commandsOf(line: string): readonly CmdCommand[] {
  const commands: CmdCommand[] = []
  let [words, isQuoted] = ['', false]
  let redirection: CmdCommand['redirection'] = null
  const end = () => {
    commands.push({ words: words.trimStart(), redirection })
    words = ''
    redirection = null
  }
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? ''
    if (sign === '"') isQuoted = !isQuoted
    if (isQuoted || !/[\^&|<>()]/.test(sign)) words += sign
    else if (sign === '^') words += line[++at] ?? ''
    else if (sign === '&') end()
    else if (sign === '>') {
      const [whole = '', more, file] = /^>(>?)"([^"%]*)"/.exec(line.slice(at)) ?? []
      if (file === undefined || redirection !== null) throw new Error('cmd would write elsewhere')
      redirection = { file, isAdded: more !== '' }
      at += whole.length - 1
    } else if (sign === '(' && words.trim() === 'echo') words += sign
    else throw new Error(`cmd would take ${sign} for its own`)
  }
  end()
  return commands
}

/** A part of a statement: a text, or what is outside of quotes. `isApart`: a blank is before it. */
interface Token {
  readonly kind: 'text' | 'bare'
  readonly text: string
  readonly isApart: boolean
}

/**
 * Runs what PowerShell is told by hand; `version` decides how a program gets its arguments. Throws if it would do
 * anything else than write a file, run curl and remove the file.
 */
export function runInPowerShell(
  text: string,
  variables: Readonly<Record<string, string>>,
  version: '5.1' | '7',
): ShellRun {
  const temporary = `${shellFolder}\\tmp1.tmp`
  const given = new Map(Object.entries(variables).map(([name, value]) => [`env:${name}`, value]))
  const files = new Map<string, string>()
  let run: ShellRun | undefined
  for (const tokens of statementsOf(text, given)) {
    const [first, second] = tokens
    const bare = tokens.map(({ kind, text }) => (kind === 'bare' ? text : "''")).join(' ')
    const [, named] = /^\$(\w+) = \[IO\.Path\]::GetTempFileName\(\)$/.exec(bare) ?? []
    if (named !== undefined) {
      given.set(named, temporary)
      files.set(temporary, '')
    } else if (/^\[IO\.File\]::WriteAllText\(\$cyanotypeBody, ''( \+ '')* \)$/.test(bare)) {
      const texts = tokens.filter(({ kind }) => kind === 'text').map((token) => token.text)
      files.set(given.get('cyanotypeBody') ?? '', texts.join(''))
    } else if (first?.kind === 'bare' && first.text === 'curl.exe' && run === undefined) {
      const words = joined(tokens.slice(1))
      const read = version === '7' ? words : programWords(words.map(passedBy51).join(' '))
      run = { words: read, files: new Map(files), left: [] }
    } else if (bare === 'Remove-Item $cyanotypeBody' && second !== undefined)
      files.delete(given.get('cyanotypeBody') ?? '')
    else throw new Error(`PowerShell would run ${bare}`)
  }
  if (run === undefined) throw new Error('curl was not run')
  return { ...run, left: [...files.keys()] }
}

/** Windows PowerShell 5.1 puts quotes around an argument with blanks, and leaves those in it as they are. */
const passedBy51 = (word: string): string =>
  /\s/.test(word) || word === '' ? `"${word.replace(/\\+$/, '$&$&')}"` : word

function joined(tokens: readonly Token[]): readonly string[] {
  const words: string[] = []
  for (const { text, isApart } of tokens) {
    if (isApart) words.push(text)
    else words.push(`${words.pop() ?? ''}${text}`)
  }
  return words
}

const single = /['\u2018-\u201b]/
const double = /["\u201c-\u201e]/

/** One after another: each may set variables for the next. */
function* statementsOf(
  text: string,
  variables: ReadonlyMap<string, string>,
): Generator<readonly Token[], void> {
  let tokens: Token[] = []
  let at = 0
  let depth = 0
  let isApart = true

  function put(kind: Token['kind'], token: string): void {
    tokens.push({ kind, text: token, isApart })
    isApart = false
  }

  /** Up to the quote that ends it; two are one. */
  function singleQuoted(): string {
    let out = ''
    for (at++; ; at++) {
      if (at >= text.length) throw new Error('a text has no end')
      if (!single.test(text[at] ?? '')) out += text[at]
      else if (single.test(text[at + 1] ?? '')) out += text[at++]
      else break
    }
    at++
    return out
  }

  function doubleQuoted(): string {
    let out = ''
    for (at++; !double.test(text[at] ?? ''); at++) {
      if (at >= text.length || text[at] === '`') throw new Error('this reader knows no such text')
      const [whole, name = ''] = /^\$((?:env:)?\w+)/.exec(text.slice(at)) ?? []
      if (whole === undefined && text[at] === '$') throw new Error('PowerShell would run what is in a text')
      out += whole === undefined ? text[at] : (variables.get(name) ?? '')
      at += (whole?.length ?? 1) - 1
    }
    at++
    return out
  }

  while (at < text.length) {
    const sign = text[at] ?? ''
    const [bare = ''] = /^[^\s;|&'"\u2018-\u201f`{}]+/.exec(text.slice(at)) ?? []
    if (single.test(sign)) put('text', singleQuoted())
    else if (double.test(sign)) put('text', doubleQuoted())
    else if (bare !== '') {
      for (const each of bare) depth += each === '(' ? 1 : each === ')' ? -1 : 0
      put('bare', bare)
      at += bare.length
    } else if (/[;\r\n]/.test(sign) && depth === 0) {
      if (tokens.length > 0) yield tokens
      tokens = []
      isApart = true
      at++
    } else if (/\s/.test(sign)) {
      isApart = true
      at++
    } else throw new Error(`PowerShell would take ${sign} for its own`)
  }
  if (tokens.length > 0) yield tokens
}
