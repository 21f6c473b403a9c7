import 'server-only'
import sharp from 'sharp'

const RESTORE_MS = 30_000

/** Returns a small grey square, which cannot be mistaken for a person. */
export function toTestPicture(): Promise<Buffer> {
  const grey = { r: 160, g: 160, b: 160 }
  return sharp({ create: { width: 96, height: 96, channels: 3, background: grey } })
    .jpeg()
    .toBuffer()
}

/**
 * Restores the photo from before a test, also when the test fails or its request is aborted: the square must not stay
 * with a person. `restore` has a time limit of its own for that.
 */
export async function restored<Result>(
  run: () => Promise<Result>,
  restore: (signal: AbortSignal) => Promise<void>,
): Promise<Result> {
  try {
    return await run()
  } finally {
    await restore(AbortSignal.timeout(RESTORE_MS))
  }
}
