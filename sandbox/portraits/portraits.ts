import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import { drawPortrait } from './draw-portrait.ts'
import { encodePortrait } from './encode-portrait.ts'
import { FULL_SECTION, FULL_SIZE, toSection } from './geometry.ts'
import { readCached, writeCached } from './portrait-cache.ts'
import { createQueue } from './queue.ts'
import type { Sitter } from './to-look-options.ts'

type Size = { width: number; height: number }

export type Portraits = {
  /** The file of one photo: the full one, or the section that a size shows. */
  render(sitter: Sitter, variant: PhotoVariant, size: Size | null): Promise<Uint8Array<ArrayBuffer>>
  /** Waits for what is being drawn. */
  close(): Promise<void>
}

/** A full photo takes some 100 MB while it is drawn, so only a few are at a time. */
const RENDERS_AT_ONCE = 2

export function createPortraits(cacheDir: string): Portraits {
  const queue = createQueue(RENDERS_AT_ONCE)
  const underWay = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

  async function load(file: string, encode: () => Promise<Buffer>): Promise<Uint8Array<ArrayBuffer>> {
    const cached = await readCached(file)
    if (cached) return cached
    const bytes = new Uint8Array(await queue.run(encode))
    await writeCached(file, bytes)
    return bytes
  }

  return {
    render(sitter, variant, size) {
      const section = size ? toSection(size) : FULL_SECTION
      const { width, height } = size ?? FULL_SIZE
      const frame = { section, width, height }
      const file = toFile(cacheDir, drawPortrait(sitter, frame), variant)
      const encode = () => encodePortrait(sitter, frame, variant)
      const loading = underWay.get(file) ?? load(file, encode).finally(() => underWay.delete(file))
      underWay.set(file, loading)
      return loading
    },
    async close() {
      await Promise.allSettled(underWay.values())
    },
  }
}

/** Named by the drawing itself, so a changed drawing never finds an old file. */
function toFile(cacheDir: string, svg: string, variant: PhotoVariant): string {
  const name = createHash('sha256').update(svg).digest('hex')
  return join(cacheDir, name.slice(0, 2), `${name}.${variant === 'standard' ? 'jpg' : 'png'}`)
}
