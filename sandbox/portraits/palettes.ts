/** From light to dark; the lighter ones stand twice to come up more often. */
export const SKIN_COLORS = [
  'f8dcc8',
  'f4cfb4',
  'f4cfb4',
  'eec09c',
  'eec09c',
  'e0aa80',
  'cc9268',
  'ad744c',
  '8a5636',
  '684028',
] as const

/** Everybody may have these. */
export const DARK_HAIR_COLORS = ['241c18', '33261d', '463023', '5a3d2b'] as const
/** These look odd on the darkest skins. */
export const LIGHT_HAIR_COLORS = ['7a5233', '9a6b3d', 'bb8f55', 'd3b47c', '8a4427'] as const
export const GREY_HAIR_COLORS = ['75726f', '9b9895', 'c2bfba'] as const

/** Calm office colours, told apart at 40 pixels. */
export const CLOTHES_COLORS = [
  '27364f',
  '3f5876',
  '6f8bad',
  '3d5a55',
  '75917f',
  '69424b',
  '9a6a62',
  'b59e86',
  'd2cbbd',
  '4a4658',
  '33363c',
] as const

export const SCARF_COLORS = ['3d4c63', '5c4b6b', '6c7f8f', '2f5d62', '8a5a5f'] as const
export const GLASSES_COLORS = ['2b2b30', '5f4736', '7a7f87'] as const
