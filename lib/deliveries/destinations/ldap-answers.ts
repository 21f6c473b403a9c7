import type { Socket } from 'node:net'

/** Limits of one call: the largest photo is a megabyte, and a search asks for at most two entries. */
const BYTES_MAX = 8 * 1024 * 1024
const MESSAGES_MAX = 1_000
/** Limits of one message. */
const ELEMENTS_MAX = 10_000
const DEPTH_MAX = 8

/** Tags of BER as RFC 4511 uses them. */
const [BOOLEAN, INTEGER, STRING, ENUMERATED, SEQUENCE, SET] = [0x01, 0x02, 0x04, 0x0a, 0x30, 0x31]
const [SEARCH_ENTRY, SEARCH_REFERENCE, CONTROLS] = [0x64, 0x73, 0xa0]
/** Operations that begin with an LDAPResult (RFC 4511, section 4.1.9): bind, search done, modify, …, extended. */
const [MODIFY_RESPONSE, REFERRAL] = [0x67, 0xa3]
const WITH_RESULT = [0x61, 0x65, 0x67, 0x69, 0x6b, 0x6d, 0x6f, 0x78]

/**
 * Passes a directory's answers to the client, one whole, well-formed message at a time. The client's own parser (ldapts
 * 9.2.0) loops forever on lengths that exceed their message. It also has no size limit, and recurses for each message
 * of a chunk. Malformed or oversized answers destroy the socket with an error.
 */
export class AnswerGuard {
  #bytes = 0
  #messages = 0
  readonly #sockets = new Set<Socket>()
  /** Addresses that the last answer to a modify refers to (RFC 4511, section 4.1.10). */
  referrals: string[] = []

  /** Wraps a connect function so that its sockets are guarded. */
  watching<Connect extends (...given: never[]) => Socket>(connect: Connect): Connect {
    return new Proxy(connect, {
      apply: (_, self, given) => this.#guard(Reflect.apply(connect, self, given)),
    })
  }

  /** Resets the limits for a new call. */
  begin(): void {
    this.#bytes = 0
    this.#messages = 0
  }

  /** Destroys the sockets that the client left open, such as one in an unfinished TLS handshake. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  #guard(socket: Socket): Socket {
    this.#sockets.add(socket)
    const frames = new Frames()
    const emit = socket.emit.bind(socket)
    const pass = (chunk: Buffer): boolean => {
      try {
        this.#bytes += chunk.length
        if (this.#bytes > BYTES_MAX) throw new Error('The answer is too long.')
        for (const message of frames.add(chunk)) {
          this.#messages += 1
          if (this.#messages > MESSAGES_MAX) throw new Error('The answer has too many messages.')
          this.referrals = requireMessage(message) ?? this.referrals
          emit('data', message)
          if (socket.destroyed) break
        }
      } catch (error) {
        socket.destroy(error instanceof Error ? error : new Error(String(error)))
      }
      return true
    }
    socket.emit = (event: string | symbol, ...given: unknown[]) => {
      const [chunk] = given
      // The client removes its listeners while the socket can still fail, and an unhandled 'error' ends the process.
      if (event === 'error' && socket.listenerCount('error') === 0) return false
      if (event !== 'data' || !Buffer.isBuffer(chunk)) return emit(event, ...given)
      return socket.destroyed || pass(chunk)
    }
    return socket
  }
}

/** Splits a byte stream into messages, and copies each byte at most once. */
class Frames {
  #chunks: Buffer[] = []
  #length = 0
  /** Bytes needed before the next decision: a header, or a whole message. */
  #wanted = 2

  #keep(rest: Buffer): void {
    this.#chunks = [rest]
    this.#length = rest.length
    this.#wanted = 2
  }

  *add(chunk: Buffer): Generator<Buffer> {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    while (this.#length >= this.#wanted) {
      const all = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks)
      this.#chunks = [all]
      const [tag = 0, length = 0] = all
      const headBytes = length > 0x80 ? 2 + (length & 0x7f) : 2
      if (tag !== SEQUENCE || headBytes > 6) throw malformed()
      const { end } = all.length < headBytes ? { end: headBytes } : readHead(all, 0)
      if (end > BYTES_MAX) throw new Error('The answer is too long.')
      this.#wanted = end
      if (all.length < headBytes || all.length < end) continue
      this.#keep(all.subarray(end))
      yield all.subarray(0, end)
    }
  }
}

type Element = { tag: number; start: number; end: number }

/** Reads one tag and one definite length of at most four bytes. Throws otherwise. */
function readHead(bytes: Buffer, at: number): Element {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw malformed()
  if ((first & 0x80) === 0) return { tag, start: at + 2, end: at + 2 + first }
  const lengthBytes = first & 0x7f
  if (lengthBytes === 0 || lengthBytes > 4 || at + 2 + lengthBytes > bytes.length) throw malformed()
  const start = at + 2 + lengthBytes
  return { tag, start, end: start + bytes.readUIntBE(at + 2, lengthBytes) }
}

/**
 * Throws unless the bytes are exactly one message that a client may receive (RFC 4511, section 4.1.1). Returns the
 * referrals of an answer to a modify; null for other messages.
 */
function requireMessage(bytes: Buffer): string[] | null {
  let left = ELEMENTS_MAX

  function listInside({ start, end }: Element): Element[] {
    const inside: Element[] = []
    for (let at = start; at < end; ) {
      const element = readHead(bytes, at)
      left -= 1
      if (element.end > end || left < 0) throw malformed()
      inside.push(element)
      at = element.end
    }
    return inside
  }

  function requireNested(element: Element, depth: number): void {
    if (depth > DEPTH_MAX) throw malformed()
    if (element.tag & 0x20) for (const one of listInside(element)) requireNested(one, depth + 1)
  }

  function requireAttribute(attribute: Element): void {
    requireTag(attribute, SEQUENCE)
    const [type, values, ...more] = listInside(attribute)
    requireTag(type, STRING)
    requireTag(values, SET)
    if (more.length > 0) throw malformed()
    for (const value of listInside(values)) requireTag(value, STRING)
  }

  function requireOperation(operation: Element): void {
    const inside = listInside(operation)
    const [first, second, third] = inside
    if (operation.tag === SEARCH_REFERENCE) for (const address of inside) requireTag(address, STRING)
    if (operation.tag === SEARCH_ENTRY) {
      requireTag(first, STRING)
      requireTag(second, SEQUENCE)
      if (inside.length !== 2) throw malformed()
      for (const attribute of listInside(second)) requireAttribute(attribute)
    }
    if (!WITH_RESULT.includes(operation.tag)) return
    requireNumber(first, ENUMERATED)
    requireTag(second, STRING)
    requireTag(third, STRING)
  }

  function requireControl(control: Element): void {
    requireTag(control, SEQUENCE)
    const [type, ...rest] = listInside(control)
    requireTag(type, STRING)
    const [first] = rest
    if (first?.tag === BOOLEAN && rest.shift() && first.end - first.start !== 1) throw malformed()
    const [value, ...more] = rest
    if (value) requireTag(value, STRING)
    if (more.length > 0) throw malformed()
  }

  const message = readHead(bytes, 0)
  if (message.end !== bytes.length) throw malformed()
  requireNested(message, 0)
  const [id, operation, controls, ...more] = listInside(message)
  requireNumber(id, INTEGER)
  if (!operation || (operation.tag & 0xe0) !== 0x60 || more.length > 0) throw malformed()
  requireOperation(operation)
  if (controls) {
    requireTag(controls, CONTROLS)
    for (const control of listInside(controls)) requireControl(control)
  }
  return operation.tag === MODIFY_RESPONSE ? readReferrals(operation) : null

  function readReferrals(response: Element): string[] {
    const [referral] = listInside(response).filter(({ tag }) => tag === REFERRAL)
    return referral ? listInside(referral).map(({ start, end }) => bytes.toString('utf8', start, end)) : []
  }
}

function requireTag(element: Element | undefined, tag: number): asserts element is Element {
  if (element?.tag !== tag) throw malformed()
}

function requireNumber(element: Element | undefined, tag: number): void {
  requireTag(element, tag)
  const length = element.end - element.start
  if (length < 1 || length > 4) throw malformed()
}

function malformed(): Error {
  return new Error('The answer is malformed.')
}
