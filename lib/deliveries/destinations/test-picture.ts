import 'server-only'
import sharp from 'sharp'

const RESTORE_MS = 30_000

/** A small grey square, which nobody takes for a person. */
export function toTestPicture(): Promise<Buffer> {
  const grey = { r: 160, g: 160, b: 160 }
  return sharp({ create: { width: 96, height: 96, channels: 3, background: grey } })
    .jpeg()
    .toBuffer()
}

/**
 * Puts back what somebody had before a test, also when the test fails in the middle or whoever began it has gone away: the
 * square must not stay with a person. `restore` has a time of its own for that.
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
