declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default?: number }

  /** The package has no types. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      noHinting?: boolean
      keepFeatures?: string[]
      variationAxes?: { wght: Axis; opsz?: Axis }
      dropTables?: string[]
    },
  ): Promise<Buffer>
}
