import localFont from 'next/font/local'

/** German and English need no more than this; its fallback has the same measures, so that nothing moves. */
const inter = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  variable: '--font-inter',
  display: 'swap',
  adjustFontFallback: 'Arial',
})

export const fontClass = inter.variable
