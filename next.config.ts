import type { NextConfig } from 'next'

const config: NextConfig = {
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  serverExternalPackages: ['sharp'],
  typescript: { ignoreBuildErrors: false },
}

export default config
