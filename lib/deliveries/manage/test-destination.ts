import 'server-only'
import type { DestinationTest } from '#lib/deliveries/contract.ts'
import { DestinationError, inTime, type TestFinding } from '#lib/deliveries/destinations/destination.ts'
import { openDestination } from '#lib/deliveries/destinations/open-destination.ts'
import type { DestinationSecrets, DestinationSettings } from '#lib/deliveries/destinations/settings.ts'
import { describeError } from '#lib/describe-error.ts'
import { log } from '#lib/log.ts'

/** Maximum duration of a test in ms: the administrator watches a busy button meanwhile. */
const PATIENCE_MS = 60_000

/** Tests a destination before it is used. Returns the findings, or the error of the destination. */
export async function testDestination(
  settings: DestinationSettings,
  secrets: DestinationSecrets,
  { signal: request, patienceMs = PATIENCE_MS }: { signal?: AbortSignal; patienceMs?: number } = {},
): Promise<DestinationTest> {
  const late = AbortSignal.timeout(patienceMs)
  const signal = request ? AbortSignal.any([request, late]) : late
  try {
    return { findings: await inTime(patienceMs, () => tryOut(settings, secrets, signal)), error: null }
  } catch (thrown) {
    if (!(thrown instanceof DestinationError) && !late.aborted) throw thrown
    const code = thrown instanceof DestinationError ? thrown.code : 'unreachable'
    log('warn', 'destination_trouble', { kind: settings.kind, code, ...describeError(thrown) })
    return { findings: [], error: code }
  }
}

async function tryOut(
  settings: DestinationSettings,
  secrets: DestinationSecrets,
  signal: AbortSignal,
): Promise<TestFinding[]> {
  const destination = await openDestination(settings, secrets, { signal })
  try {
    return await destination.test(signal)
  } finally {
    await destination.close().catch(() => {})
  }
}
