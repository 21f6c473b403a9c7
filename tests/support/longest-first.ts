import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The files that take longest, mostly by waiting: begun last, they would be waited for alone. */
const LONGEST = [
  'chaos/deliveries',
  'chaos/export-process',
  'chaos/import-process',
  'chaos/export-photos',
  'chaos/import-failing-rows',
  'chaos/export-proxy',
  'chaos/import',
  'chaos/batch',
  'chaos/jobs-on-two-desks',
  'api/variations/walk',
  'api/imports/steer',
  'edge/stop',
  'edge/api',
  'unit/exports/archive/other-readers',
]

/** Vitest's own order knows sizes of files, and on a fresh clone nothing of how long they take. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex(name => moduleId.endsWith(`tests/${name}.test.ts`))
  return place === -1 ? LONGEST.length : place
}
