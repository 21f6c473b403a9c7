/** A reader of PowerShell that distinguishes strings, comments and other code, by about_Quoting_Rules. */
type PowerShellToken = { kind: 'string' | 'comment' | 'code'; text: string }

const SINGLE = "'\u2018\u2019\u201a\u201b"
const DOUBLE = '"\u201c\u201d\u201e'

/** Splits a script into tokens. Throws at an unclosed string, and at an expansion inside a string. */
export function readPowerShell(script: string): PowerShellToken[] {
  const tokens: PowerShellToken[] = []
  let code = ''
  const endCode = () => {
    if (code !== '') tokens.push({ kind: 'code', text: code })
    code = ''
  }
  for (let at = 0; at < script.length; ) {
    const character = script.charAt(at)
    if (DOUBLE.includes(character)) throw new Error(`PowerShell: an expandable string at ${at}`)
    if (character === '#' || SINGLE.includes(character)) {
      endCode()
      const { token, end } = character === '#' ? readComment(script, at) : readString(script, at)
      tokens.push(token)
      at = end
    } else {
      code += character
      at += 1
    }
  }
  endCode()
  return tokens
}

function readComment(script: string, start: number) {
  const found = script.indexOf('\r\n', start)
  const end = found === -1 ? script.length : found
  return { token: { kind: 'comment', text: script.slice(start, end) } as const, end }
}

function readString(script: string, start: number) {
  let text = ''
  for (let at = start + 1; at < script.length; at += 1) {
    const character = script.charAt(at)
    if (!SINGLE.includes(character)) text += character
    else if (SINGLE.includes(script.charAt(at + 1)) && script.charAt(at + 1) !== '') {
      text += character
      at += 1
    } else return { token: { kind: 'string', text } as const, end: at + 1 }
  }
  throw new Error(`PowerShell: a string without an end at ${start}`)
}
