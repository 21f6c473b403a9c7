import { ServerResponse } from 'node:http'

/**
 * Loaded before a program (`node --import`): its clock stands `CLOCK_SHIFT_MS` away from the computer's and goes on from
 * there, so that what is dated looks the same whenever a picture of it is taken.
 */
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const RealDate = Date
const readClock = () => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  construct(target, given, newTarget) {
    return Reflect.construct(target, given.length > 0 ? given : [readClock()], newTarget)
  },
  apply() {
    return new RealDate(readClock()).toString()
  },
  get(target, key) {
    return key === 'now' ? readClock : Reflect.get(target, key)
  },
})

/** A browser compares a cookie's end with its own computer's clock: one that was made on another day would be gone at once. */
const { setHeader, appendHeader } = ServerResponse.prototype
ServerResponse.prototype.setHeader = function (name, value) {
  return setHeader.call(this, name, withoutEnd(name, value))
}
ServerResponse.prototype.appendHeader = function (name, value) {
  return appendHeader.call(this, name, withoutEnd(name, value))
}

/**
 * @template {number | string | readonly string[]} Value
 * @param {string} name
 * @param {Value} value
 */
function withoutEnd(name, value) {
  if (name.toLowerCase() !== 'set-cookie') return value
  const strip = (/** @type {unknown} */ cookie) => String(cookie).replace(/;\s*expires=[^;]*/i, '')
  return /** @type {Value} */ (Array.isArray(value) ? value.map(strip) : strip(value))
}
