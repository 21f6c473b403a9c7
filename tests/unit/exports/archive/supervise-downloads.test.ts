import { expect, test, vi } from 'vitest'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { applySettings } from '#tests/support/desk-env.ts'

/** Opens a desk with a running download that is not read. */
async function openDesk(settings = {}) {
  applySettings(settings)
  stopClock()
  vi.spyOn(console, 'log').mockReturnValue()
  const asked = new Map<string | symbol, () => void>()
  vi.spyOn(process, 'once').mockImplementation((signal, listener) => {
    asked.set(signal, listener)
    return process
  })
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const [{ superviseDownloads }, { toArchiveStream }] = await Promise.all([
    import('#lib/exports/download/supervise-downloads.ts'),
    import('#lib/exports/archive/archive-stream.ts'),
  ])
  superviseDownloads()
  const never = async function* () {
    await new Promise(() => {})
  } as () => AsyncGenerator<Uint8Array, void>
  const brokenOff = vi.fn()
  toArchiveStream(never(), { onError: () => {}, onEnd: brokenOff })
  return { stop: () => asked.get('SIGTERM')?.(), exit, brokenOff }
}

test.each([
  ['30 seconds', {}, 30_000],
  ['as long as the operator says', { STOP_SECONDS: '2.5' }, 2500],
])(
  'a stopping desk leaves downloads %s, aborts the others and exits a second later',
  async (_, settings, ms) => {
    const { stop, exit, brokenOff } = await openDesk(settings)
    stop()
    await passMs(ms - 1)
    expect(brokenOff).not.toHaveBeenCalled()
    await passMs(1)
    expect(brokenOff).toHaveBeenCalledOnce()
    await passMs(999)
    expect(exit).not.toHaveBeenCalled()
    await passMs(1)
    expect(exit).toHaveBeenCalledExactlyOnceWith(0)
  },
)
