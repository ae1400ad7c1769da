interface PicturedProduct {
  /** URL; null shows a drawing. */
  readonly image: string | null;
  readonly typeProduct: 'DIGITAL' | 'FISICO';
}

interface ProductImageProps {
  readonly product: PicturedProduct;
  /** Classes for the size; images are square. */
  readonly className: string;
}

/** Drawings for a product without a picture: a page, or a parcel. */
const SHAPES = {
  DIGITAL: {
    body: 'M20 14h22l10 10v36a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4V18a4 4 0 0 1 4-4z',
    lines: 'M42 14v10h10M25 37h18M25 45h18M25 53h11',
  },
  FISICO: {
    body: 'm40 14 24 12v28L40 66 16 54V26z',
    lines: 'm16 26 24 12 24-12M40 38v28M28 20l24 12v9',
  },
} as const;

/** In the seller's colour, so that a missing picture looks intentional. */
const Drawing = ({ typeProduct }: Pick<PicturedProduct, 'typeProduct'>) => {
  const { body, lines } = SHAPES[typeProduct];
  return (
    <svg
      viewBox={typeProduct === 'DIGITAL' ? '-6 -1 80 80' : '0 0 80 80'}
      className="size-full stroke-primary-ink"
      fill="none"
      strokeWidth={2}
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d={body} className="fill-surface" />
      <path d={lines} />
    </svg>
  );
};

/** Decorative: the product's name is next to it. */
export const ProductImage = ({ product, className }: ProductImageProps) =>
  product.image === null ? (
    <span aria-hidden className={`shrink-0 overflow-clip rounded-xl bg-primary-mild ${className}`}>
      <Drawing typeProduct={product.typeProduct} />
    </span>
  ) : (
    <img
      src={product.image}
      alt=""
      decoding="async"
      className={`shrink-0 rounded-xl bg-surface object-cover ${className}`}
    />
  );
