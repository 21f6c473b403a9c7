import { DeskError } from '#lib/errors.ts'

/** Refusals of a key by the service (specification section 7): 401 or 403. */
export const KEY_REFUSALS = ['key_rejected', 'no_api_access'] as const
type KeyRefusal = (typeof KEY_REFUSALS)[number]

export function isKeyRefusal(code: string | null): code is KeyRefusal {
  return KEY_REFUSALS.some(refusal => refusal === code)
}

/** Tracks if the service accepted this key at its last use. `refusal` is also null for a key that was never used. */
export class KeyStatus {
  #refusal: KeyRefusal | null = null
  #heardAt: number | null = null
  #shownAt: number | null = null
  #taken = Promise.withResolvers<void>()
  readonly #tell: () => void

  /** `tell` is called for each refusal. */
  constructor(tell: () => void = () => {}) {
    this.#tell = tell
  }

  get refusal(): KeyRefusal | null {
    return this.#refusal
  }

  /** True when the service has answered with this key at all: before that, it is unknown whether the key works. */
  get isAnswered(): boolean {
    return this.#heardAt !== null
  }

  /** Milliseconds since the last answer with this key; null when there was none. */
  get heardMs(): number | null {
    return this.#heardAt === null ? null : Math.round(performance.now() - this.#heardAt)
  }

  /** Milliseconds since the last call with this key started, whatever its result; null when there was none. */
  get shownMs(): number | null {
    return this.#shownAt === null ? null : performance.now() - this.#shownAt
  }

  /** Resolves when the service accepts the key again after a refusal. */
  whenTaken(): Promise<void> {
    return this.#taken.promise
  }

  /** Watches a call: its answer or refusal is the newest state of the key. */
  async watch<Answer>(call: Promise<Answer>): Promise<Answer> {
    this.#shownAt = performance.now()
    try {
      const answer = await call
      this.#heardAt = performance.now()
      if (this.#refusal !== null) this.#takeBack()
      return answer
    } catch (error) {
      const refusal = error instanceof DeskError ? error.code : null
      if (isKeyRefusal(refusal)) {
        this.#refusal = refusal
        this.#heardAt = performance.now()
        this.#tell()
      }
      throw error
    }
  }

  #takeBack(): void {
    this.#refusal = null
    this.#taken.resolve()
    this.#taken = Promise.withResolvers()
  }
}
