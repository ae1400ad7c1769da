import type { Checkout } from '#/api/contract/checkout.ts';

interface ProductImageProps {
  readonly product: Pick<Checkout['product'], 'image' | 'typeProduct'>;
  /** Its size; images are square. */
  readonly className: string;
}

/** An open book, and a shirt: what stands for a product without a picture. */
const SHAPES = {
  DIGITAL:
    'M12 7c-2-2-5-2.500-9-2.500v13c4 0 7 .5 9 2.500 2-2 5-2.500 9-2.500v-13c-4 0-7 .5-9 2.500zv13',
  FISICO: 'M8.500 4 3 7l2 4.500L7 11v9h10v-9l2 .5L21 7l-5.500-3a3.500 3.500 0 0 1-7 0z',
} as const;

/** Decorative: the product's name is always beside it. */
export const ProductImage = ({ product, className }: ProductImageProps) =>
  product.image === null ? (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-xl bg-primary-soft text-primary-ink ${className}`}
    >
      <svg viewBox="0 0 24 24" className="size-1/2" fill="none" stroke="currentColor">
        <path d={SHAPES[product.typeProduct]} strokeWidth={1.5} strokeLinejoin="round" />
      </svg>
    </span>
  ) : (
    <img
      src={product.image}
      alt=""
      decoding="async"
      className={`shrink-0 rounded-xl bg-sunken object-cover ${className}`}
    />
  );
