import { Package } from 'lucide-react';

interface ProductImageProps {
  readonly src: string | null;
  /** Its size; images are square. */
  readonly className: string;
}

/** Decorative: the product's name is always beside it. */
export const ProductImage = ({ src, className }: ProductImageProps) =>
  src === null ? (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-xl border border-line bg-surface text-primary-ink ${className}`}
    >
      <Package className="size-1/2" strokeWidth={1.5} />
    </span>
  ) : (
    <img
      src={src}
      alt=""
      decoding="async"
      className={`shrink-0 rounded-xl bg-sunken object-cover ${className}`}
    />
  );
