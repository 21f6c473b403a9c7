declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    /** OpenType features that stay; all, when nothing is said. */
    keepFeatures: string[]
    /** An axis held at one value, or cut to a span. */
    variationAxes: Record<string, number | { min: number; max: number }>
  }
  /** The font with the characters of `text` and what they need. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
