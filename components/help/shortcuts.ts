/** A key: the letter or sign on it, or a word of `help.keys.caps`. */
const CAPS = ['ctrl', 'shift', 'enter', 'space', 'arrows'] as const
type Cap = (typeof CAPS)[number]

/** All keys of the desk, by place. Keys of one list are pressed together; each of the lists is an alternative. */
export const SHORTCUTS = [
  {
    group: 'everywhere',
    keys: [
      { name: 'palette', presses: [['ctrl', 'K']] },
      { name: 'search', presses: [['/']] },
      { name: 'help', presses: [['?']] },
      { name: 'notifications', presses: [['F6']] },
    ],
  },
  {
    group: 'table',
    keys: [
      { name: 'move', presses: [['arrows']] },
      { name: 'edit', presses: [['F2'], ['enter']] },
      { name: 'openName', presses: [['enter']] },
      { name: 'openPerson', presses: [['shift', 'enter']] },
      { name: 'select', presses: [['space']] },
      { name: 'selectPage', presses: [['ctrl', 'A']] },
      {
        name: 'copyPaste',
        presses: [
          ['ctrl', 'C'],
          ['ctrl', 'V'],
        ],
      },
      { name: 'undo', presses: [['ctrl', 'Z']] },
    ],
  },
  {
    group: 'person',
    keys: [
      { name: 'neighbours', presses: [['←'], ['→']] },
      { name: 'close', presses: [['Esc']] },
    ],
  },
  {
    group: 'import',
    keys: [
      { name: 'takeRow', presses: [['space']] },
      { name: 'nextError', presses: [['F8']] },
      { name: 'pasteCells', presses: [['ctrl', 'V']] },
      { name: 'undoImport', presses: [['ctrl', 'Z']] },
    ],
  },
] as const

export function isCap(key: string): key is Cap {
  return CAPS.some(cap => cap === key)
}
