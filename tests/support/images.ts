/** The least that counts as a whole image: its beginning, something of its own, its end. */
export function smallJpeg(content = 'portrait'): Buffer {
  return Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    Buffer.from(content),
    Buffer.from([0xff, 0xd9]),
  ])
}

export function smallPng(content = 'portrait'): Buffer {
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const end = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])
  return Buffer.concat([start, Buffer.from(content), end])
}
