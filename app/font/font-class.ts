import localFont from 'next/font/local'

/**
 * Made by `npm run font`, all letters in one file. Its fallback has the same metrics, so that the layout does not
 * shift.
 */
const inter = localFont({
  src: './inter.woff2',
  weight: '400 600',
  variable: '--font-inter',
  display: 'optional',
  adjustFontFallback: 'Arial',
})

export const fontClass = inter.variable
