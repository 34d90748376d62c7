import type { CookieFlag } from '../../../contract/models/cookie-models.ts'
import type { CookieRecord } from '../../service/answers/wire.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0008\u000A-\u001F\u007F]/
/** What a value may hold (RFC 6265bis, 4.1.1: cookie-octet, quoted or not). */
const PLAIN_VALUE = /^(?:[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*|"[\x21\x23-\x2B\x2D-\x3A\x3C-\x5B\x5D-\x7E]*")$/
/** What a name may hold (RFC 9110: token). */
const PLAIN_NAME = /^[\w!#$%&'*+.^`|~-]*$/
const EDGE = /^[ \t]|[ \t]$/

/** A control character other than TAB: nothing that speaks HTTP can carry it. */
export const hasControl = (text: string): boolean => CONTROL.test(text)

type CharacterFlag = Pick<CookieFlag, 'severity' | 'message'> & {
  code: 'control-characters' | 'unusual-characters'
  section: string
}

const CHARACTERS: readonly (readonly [RegExp, string])[] = [
  [/"/, 'quotes'],
  [/,/, 'commas'],
  [/\\/, 'backslashes'],
  [/ /, 'blanks'],
  [/\t/, 'a tab'],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  [/[^\u0000-\u007F]/, 'characters beyond ASCII'],
]

/** What a server cannot have set in this form, or only some readers take. */
export const unusualCharacters = ({ name, value, domain, path }: CookieRecord): CharacterFlag[] => {
  const control = [name, value, domain, path ?? ''].some(hasControl)
  if (control) {
    const message = 'Browsers refuse it: it contains a control character.'
    return [{ code: 'control-characters', severity: 'refused', message, section: '5.7' }]
  }
  const split = name.includes('=')
    ? 'Its name contains ='
    : (name + value).includes(';')
      ? 'It contains a semicolon'
      : null
  if (split !== null) {
    const message = `${split}, where a header would cut it, so no server can have set it in this form.`
    return [{ code: 'unusual-characters', severity: 'warning', message, section: '5.6' }]
  }
  if (!(name + value).isWellFormed()) {
    const message = 'It contains an incomplete character, which UTF-8 files cannot store.'
    return [{ code: 'unusual-characters', severity: 'warning', message, section: '4.1.1' }]
  }
  if (EDGE.test(name) || EDGE.test(value)) {
    const message = 'It starts or ends with a space, which browsers remove.'
    return [{ code: 'unusual-characters', severity: 'warning', message, section: '5.6' }]
  }
  if (PLAIN_VALUE.test(value) && PLAIN_NAME.test(name)) return []
  const found = CHARACTERS.filter(([sign]) => sign.test(name + value)).map(([, word]) => word)
  const what = found.length > 0 ? found.join(', ') : 'signs'
  const message = `It contains ${what}, which the cookie syntax does not allow. Browsers keep it, but some servers read it differently.`
  return [{ code: 'unusual-characters', severity: 'note', message, section: '4.1.1' }]
}
