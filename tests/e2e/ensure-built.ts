import { ensureBuilt } from '#scripts/setup.mjs'

/** Once, before the workers start their desks. */
export default function setUp(): void {
  ensureBuilt()
}
