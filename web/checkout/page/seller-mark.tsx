/** The seller's initial on the seller's colour, instead of a logo. */
export const SellerMark = ({ name }: { readonly name: string }) => (
  <span
    aria-hidden
    className="grid size-8 shrink-0 place-items-center rounded-lg bg-primary text-sm font-bold text-on-primary"
  >
    {name.trim().charAt(0).toUpperCase()}
  </span>
);
