import type { BudgetLedger, FoundLedger } from '#lib/ports/budget-ledger.ts'
import { type Decision, decideGrants, type Report } from './decide-grants.ts'
import { type Ledger, type LedgerOptions, parseLedger } from './ledger.ts'

/**
 * One version of the ledger. It was requested and received at these moments of the desk's clock; `now` lies between.
 */
type Copy = { ledger: Ledger; version: number; now: number; askedAt: number; at: number }

/** Milliseconds for which the desk's clock replaces the ledger's: they drift by less than a millisecond. */
const TRUST_MS = 5_000

/**
 * The copy of the ledger at this desk. It is written without a lock and without another read: the ledger accepts the
 * next version only from a desk that has the newest. So a frozen desk blocks no other, and a desk alone writes once for
 * each call.
 */
export class LedgerCopy {
  readonly #ledger: BudgetLedger
  readonly #options: LedgerOptions
  readonly #clock: () => number
  #copy: Copy | null = null
  #isOutdated = false

  constructor(ledger: BudgetLedger, options: LedgerOptions, clock: () => number) {
    this.#ledger = ledger
    this.#options = options
    this.#clock = clock
  }

  /** The ledger, and its clock, which is at least that late. An empty ledger, without age, before the first read. */
  current(): { ledger: Ledger; now: number; ageMs: number | null } {
    const at = this.#clock()
    if (!this.#copy) return { ledger: parseLedger(null, at), now: at, ageMs: null }
    const ageMs = at - this.#copy.at
    return { ledger: this.#copy.ledger, now: this.#copy.now + ageMs, ageMs }
  }

  /** Another desk has written a newer version. */
  markOutdated(): void {
    this.#isOutdated = true
  }

  /**
   * Decides on a report and writes the result. `toReport` is called again when another desk was faster. `askedAt`: a
   * moment of the desk's clock that was not later than the decision's; the lease runs from it.
   */
  async exchange(
    toReport: (askedAt: number) => Report,
  ): Promise<{ decision: Decision; askedAt: number; nextAt: number | null }> {
    const isOld = !this.#copy || this.#clock() - this.#copy.at > TRUST_MS
    let isFresh = isOld || this.#isOutdated
    let copy = isFresh || !this.#copy ? await this.#read() : this.#copy
    for (;;) {
      const at = this.#clock()
      // The desk that wrote the copy may have known the ledger's clock better.
      const now = Math.max(copy.now + at - copy.at, isFresh ? copy.now : copy.ledger.at)
      const askedAt = at - (copy.at - copy.askedAt)
      const decision = decideGrants(copy.ledger, toReport(askedAt), { now, options: this.#options })
      const result = {
        decision,
        askedAt,
        nextAt: decision.nextAt === null ? null : at + decision.nextAt - now,
      }
      if (!decision.isChanged && isFresh) {
        this.#copy = copy
        return result
      }
      if (decision.isChanged) {
        const written = await this.#write(decision, copy)
        if (written === 'written') return result
        copy = written ?? (await this.#read())
      } else copy = await this.#read()
      isFresh = true
    }
  }

  async #read(): Promise<Copy> {
    this.#isOutdated = false
    const askedAt = this.#clock()
    return this.#toCopy(await this.#ledger.read(), askedAt)
  }

  /** Returns the newer version when another desk was faster, or null when it must be read first. */
  async #write({ ledger, wake }: Decision, { version }: Copy): Promise<'written' | Copy | null> {
    const askedAt = this.#clock()
    const answer = await this.#ledger.write(ledger, { version, wake })
    if (!answer.written) return answer.found && this.#toCopy(answer.found, askedAt)
    this.#copy = { ledger, version: version + 1, now: answer.now, askedAt, at: this.#clock() }
    return 'written'
  }

  #toCopy({ document, version, now }: FoundLedger, askedAt: number): Copy {
    return { ledger: parseLedger(document, now), version, now, askedAt, at: this.#clock() }
  }
}
