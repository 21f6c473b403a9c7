import { readFileSync } from 'node:fs'
import { marked, type Token, type Tokens } from 'marked'

export type Document = {
  path: string
  text: string
  headings: Tokens.Heading[]
  /** Code blocks as a reader copies them from the rendered page. */
  code: Tokens.Code[]
  /** Inline code within a sentence. */
  words: string[]
  /** Targets of links and pictures. */
  links: string[]
  /** Ids that GitHub gives the headings. */
  anchors: Set<string>
}

/** A Markdown page as CommonMark renders it. */
export function readDocument(path: string): Document {
  const text = readFileSync(path, 'utf8')
  const tokens: Token[] = []
  marked.walkTokens(marked.lexer(text), token => void tokens.push(token))
  const ofType = <Kind extends Token>(type: Kind['type']) =>
    tokens.filter((token): token is Kind => token.type === type)
  const headings = ofType<Tokens.Heading>('heading')
  const pictures = ofType<Tokens.HTML>('html').flatMap(({ text: html }) =>
    Array.from(html.matchAll(/\b(?:src|href)="([^"]+)"/g), ([, target = '']) => target),
  )
  const targets = [...ofType<Tokens.Link>('link'), ...ofType<Tokens.Image>('image')].map(({ href }) => href)
  return {
    path,
    text,
    headings,
    code: ofType<Tokens.Code>('code'),
    words: ofType<Tokens.Codespan>('codespan').map(word => word.text),
    links: [...targets, ...pictures],
    anchors: toAnchors(headings),
  }
}

function toAnchors(headings: readonly Tokens.Heading[]): Set<string> {
  const anchors = new Set<string>()
  for (const { text } of headings) {
    const anchor = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
    let again = 0
    while (anchors.has(again === 0 ? anchor : `${anchor}-${again}`)) again++
    anchors.add(again === 0 ? anchor : `${anchor}-${again}`)
  }
  return anchors
}
