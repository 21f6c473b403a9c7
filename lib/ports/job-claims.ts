import 'server-only'
import { oneAtATime } from '#lib/one-at-a-time.ts'
import { createPort } from './port.ts'

/** The right of this desk to work on one job. */
export type JobClaim = {
  /** Claims the job. False while another desk works on it. */
  take(): Promise<boolean>
  /** Asks the other desk to hand the job over, and resolves when this desk has it. */
  request(): Promise<void>
  /** Runs the work of the job: once another desk has claimed it, the work changes nothing any more. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Ends the claim. `free`: part of the job is left, for the first desk that takes it. */
  release(as: 'done' | 'free'): Promise<void>
  /** Keeps the claim until another desk requests the job. */
  releaseOnRequest(): void
  /** Leaves the claim to another holder of the same job in this process. */
  detach(): void
}

/** Decides which desk works on a job. */
export type JobClaims = {
  /** False where this process is the only desk. */
  readonly areShared: boolean
  /** `onLost` is called when another desk has claimed the job or requests it: nothing new may begin. */
  open(job: string, onLost?: () => void): JobClaim
  /** Runs `run` while no other desk runs anything of this name. Throws the reason of an abort. */
  hold<Result>(name: string, run: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Lists the claims of other desks by job; `lasts` is false for a claim that has expired. */
  listOthers(): Promise<ReadonlyMap<string, { lasts: boolean }>>
  /** Calls `adopt` regularly, and whenever another desk has released a job. */
  onOrphaned(adopt: () => void): void
}

/** Every job belongs to the only desk. */
const OWN: JobClaim = {
  take: async () => true,
  request: async () => {},
  run: work => work(),
  release: async () => {},
  releaseOnRequest() {},
  detach() {},
}

export const jobClaims = createPort<JobClaims>('job-claims', {
  areShared: false,
  open: () => OWN,
  hold: (_name, run) => run(),
  listOthers: async () => new Map(),
  onOrphaned() {},
})

/** Runs work of the same name one at a time, across all desks. Throws the reason of an abort. */
export function runExclusively<Result>(
  name: string,
  run: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  return oneAtATime(name, () => jobClaims.get().hold(name, run, signal))
}
