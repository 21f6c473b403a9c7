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
