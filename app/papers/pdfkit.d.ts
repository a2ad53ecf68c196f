import type { Font, FontCollection } from 'fontkit'

/** Members of pdfkit 0.20 that its types do not declare. */
declare global {
  namespace PDFKit.Mixins {
    interface StructureElementOptions {
      bbox?: [left: number, top: number, right: number, bottom: number]
      placement?: 'Block' | 'Inline'
      scope?: 'Row' | 'Column' | 'Both'
    }
    interface PDFFont {
      registerFont(name: string, font: Font | FontCollection): this
    }
    interface PDFMetadata {
      /** Writes the texts of `info` into the metadata as they are, without escaping them for XML. */
      _addInfo(): void
    }
  }
}
