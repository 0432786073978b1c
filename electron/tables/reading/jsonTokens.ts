import { type ParsedTokenInfo, Tokenizer, TokenParser, TokenType } from '@streamparser/json'

/** The deepest nesting of objects and arrays. */
export const depthMaximum = 64
const stringBufferSize = 64 * 1024

interface JsonTokens {
  /** Throws TokenizerError, or what `onTooDeep` throws. */
  write(text: string): void
  end(): void
}

/** Cuts JSON into tokens, however it is split into parts. A number with too many digits is passed on as text. */
export function jsonTokens(onToken: (info: ParsedTokenInfo) => void, onTooDeep: () => never): JsonTokens {
  const tokenizer = new NumberTokenizer({ stringBufferSize })
  let depth = 0
  tokenizer.onToken = (info) => {
    const { token } = info
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
    if (depth > depthMaximum) onTooDeep()
    onToken(tokenizer.exact(info))
  }
  return { write: (text) => tokenizer.write(text), end: () => tokenizer.end() }
}

/** The value of a whole text. Throws if it isn't JSON, or is nested deeper than `depthMaximum`. */
export function jsonValue(text: string): unknown {
  let value: unknown
  const parser = new TokenParser({ paths: ['$'], keepStack: false })
  parser.onValue = (found) => {
    value = found.value
  }
  const tokens = jsonTokens(
    (info) => parser.write(info),
    () => {
      throw new RangeError('the value is nested too deeply')
    },
  )
  tokens.write(text)
  tokens.end()
  if (!parser.isEnded) throw new SyntaxError('the value has no end')
  return value
}

/** Remembers the text of the last number it read. */
class NumberTokenizer extends Tokenizer {
  private text = ''

  protected override parseNumber(text: string): number {
    this.text = text
    return super.parseNumber(text)
  }

  exact(info: ParsedTokenInfo): ParsedTokenInfo {
    if (info.token !== TokenType.NUMBER) return info
    const value = exactNumber(this.text)
    return typeof value === 'number' ? info : { ...info, token: TokenType.STRING, value }
  }
}

/** Every number with this many digits is exact. */
const exactDigits = 15

/** A number in JSON, or its text if it has more digits than a number can hold, as some ids do. */
function exactNumber(text: string): number | string {
  const value = Number(text)
  const isExact = Number.isFinite(value) && (text.length <= exactDigits || String(value) === text)
  return isExact ? value : text
}
