import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import { drawPortrait, FULL_SECTION, FULL_SIZE, toSection } from './draw-portrait.ts'
import { encodePattern } from './encode-pattern.ts'
import { encodePortrait } from './encode-portrait.ts'
import type { Sitter } from './to-look-options.ts'

type Queue = { run<Result>(task: () => Promise<Result>): Promise<Result> }

type Size = { width: number; height: number }

export type Portraits = {
  /** The file of one photo: the full photo, or the section of a size. */
  render(sitter: Sitter, variant: PhotoVariant, size: Size | null): Promise<Uint8Array<ArrayBuffer>>
  /** Waits for drawings in progress. */
  close(): Promise<void>
}

/**
 * `drawn`: a portrait of each person. `patterns`: a small pattern that differs for each photo, for tests that need many
 * photos fast.
 */
export type Pictures = 'drawn' | 'patterns'

/** A full photo takes some 100 MB while it is drawn, so only a few are drawn at once. */
const RENDERS_AT_ONCE = 2

export function createPortraits({ cacheDir, pictures }: { cacheDir: string; pictures: Pictures }): Portraits {
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
      if (pictures === 'patterns') return encodePattern(sitter, variant, size)
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

/** The name is a hash of the drawing, so a changed drawing never finds an old file. */
function toFile(cacheDir: string, svg: string, variant: PhotoVariant): string {
  const name = createHash('sha256').update(svg).digest('hex')
  return join(cacheDir, name.slice(0, 2), `${name}.${variant === 'standard' ? 'jpg' : 'png'}`)
}

async function readCached(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(file))
  } catch {
    return null
  }
}

/** Writes a temporary file and renames it. Two sandboxes may share the folder, and neither ever reads half a file. */
async function writeCached(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const beside = `${file}.${randomUUID()}.tmp`
  await writeFile(beside, bytes)
  await rename(beside, file)
}

/** Runs at most this many tasks at once; the others wait in a queue. */
function createQueue(atOnce: number): Queue {
  const waiting: (() => void)[] = []
  let running = 0
  return {
    async run(task) {
      if (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
      else running += 1
      try {
        return await task()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
