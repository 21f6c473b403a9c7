const CAPACITY = 100
const RETRY_COST = 5
const SUCCESS_GAIN = 1

/**
 * How many retries all callers of one key may spend together (after the AWS SDK's standard retry mode). When the
 * service fails for everybody, retries of everybody would be a second load on top; the quota runs dry first.
 */
export class RetryQuota {
  #tokens = CAPACITY

  /** Takes the price of one retry; false when there is none left. */
  spend(): boolean {
    if (this.#tokens < RETRY_COST) return false
    this.#tokens -= RETRY_COST
    return true
  }

  /** A call that went well the first time earns a little back. */
  earn(): void {
    this.#tokens = Math.min(CAPACITY, this.#tokens + SUCCESS_GAIN)
  }
}
