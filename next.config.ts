import type { NextConfig } from 'next'
import { compressStatic } from './scripts/compress-static.ts'
import { dropSourceMaps } from './scripts/drop-source-maps.ts'
import { hintCompile } from './scripts/hint-compile.ts'

/** The gallery's pages end in `.dev.tsx`: a production build does not know them, so they are neither there nor shipped. */
const pageExtensions = process.env.NODE_ENV === 'development' ? ['ts', 'tsx', 'dev.tsx'] : ['ts', 'tsx']

const config: NextConfig = {
  pageExtensions,
  // Browsers get compiled texts and no ICU parser: 9 kB less on every page.
  turbopack: {
    resolveAlias: {
      'use-intl/format-message': {
        browser: './lib/i18n/format-compiled.ts',
        default: './lib/i18n/format-message.ts',
      },
    },
  },
  compiler: {
    async runAfterProductionCompile(build) {
      await dropSourceMaps(build)
      await hintCompile(build)
      await compressStatic(build)
    },
  },
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  serverExternalPackages: ['sharp'],
  // `npm test` checks the types once, tests included; a desk that only shall start need not wait for it.
  typescript: { ignoreBuildErrors: true },
}

export default config
