declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    /** The OpenType features to keep; the default is all of them. */
    keepFeatures: string[]
    /** The fixed value of an axis, or its new range. */
    variationAxes: Record<string, number | { min: number; max: number }>
  }
  /** The font with the characters of `text` and the glyphs and features that they need. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>
}
