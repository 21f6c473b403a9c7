'use client'

import { useCallback } from 'react'
import { toAddress } from '#lib/address/base-path.ts'
import { loadWhenSeen } from './load-when-seen.ts'

/** The portrait, as soon as it has loaded; empty until then. */
export function Thumbnail({ path }: { path: string }) {
  const attach = useCallback(
    (image: HTMLImageElement | null) => (image ? loadWhenSeen(image, toAddress(path)) : undefined),
    [path],
  )
  return (
    // biome-ignore lint/performance/noImgElement: the desk makes its own thumbnails; Next's optimiser is off.
    <img ref={attach} alt="" width={36} height={36} decoding="async" className="face" />
  )
}
