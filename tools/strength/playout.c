/* A faster copy of the search's innermost functions, for measurements: playouts (game/players/search/playout.py and rollout.py),
 * evaluation (utility.py), and the drawing of worlds (beliefs.py). The results equal those of Python to the last digit, because every
 * sum has the same order and no operations are fused (-ffp-contract=off). tests/players/test_compiled.py compares them.
 *
 * A mask has three 64-bit words, the lowest first. Local tile t (1..190, see tile_tables.py) is bit t - 1.
 * `gaps` and `picks` are the arrays of playout.random_numbers; `number_at` is an index into both. */

#include <stdint.h>
#include <string.h>

enum { WORDS = 3, SUITS = 19, LONGEST_YARD = 190, MOST_SEATS = 10, FEWEST = 5, SIZES = 5 };

typedef struct { uint64_t word[WORDS]; } mask;

/* TileTables of one set, and rollout.CARE scaled for it. */
typedef struct {
    int64_t size, suits;            /* numbers of tiles and of suits */
    const int8_t *high, *low;       /* by local tile: its suits */
    const mask *suit;               /* by suit: the tiles that have it */
    const double *care_urge;        /* by the fewest tiles in another hand (0..4), then by local tile (0..size) */
    const int8_t *score;            /* by local tile: its points */
    double care_unseen, care_double_unseen, double_own, double_short, own, fresh, shut, shut_own;
} tile_tables;

/* How a seat chooses its plays. Kind 0: the heaviest tile, now and then a random one; 1: rollout.careful; 2: by the tables of a
 * RolloutPolicy, which have the shapes of care_urge (`urge`) and one value for each suit (`expose`); 3: a pupil (pupil.py), with `urge` by
 * its row and then by tile, and with its other weights by row. Plays of a pupil are random if it has `noise`: Gumbel noise, by tile. */
typedef struct {
    int64_t kind;
    const double *urge, *expose;
    const struct row *rows;
    const double *noise;
} policy;

/* The weights of a pupil after the first three, in the order of pupil.FEATURES. */
struct row {
    double double_own, double_unseen, double_short, double_alone;
    double unseen, own, fresh, shut, shut_own, fitting, none_fits, own_in_foot;
};

/* The state of a playout, and its rules. The names are those of playout.playout and playout.PlayoutRules. */
typedef struct {
    int64_t seats, limit, until, toes, closes, reserve;
    int64_t yard, at, seat, idle; /* `yard`: tiles in the yard, drawn ones included; `at`: how many are drawn */
    int64_t opened, foot, missing;
    int64_t number_at; /* the index of the next random number */
    int64_t count[SUITS];
} position;

static inline mask both(mask a, mask b) {
    for (int k = 0; k < WORDS; k++) a.word[k] &= b.word[k];
    return a;
}

static inline mask either(mask a, mask b) {
    for (int k = 0; k < WORDS; k++) a.word[k] |= b.word[k];
    return a;
}

static inline int number(mask a) {
    int bits = 0;
    for (int k = 0; k < WORDS; k++) bits += __builtin_popcountll(a.word[k]);
    return bits;
}

static inline int highest(mask a) { /* the tile of the highest bit, 0 for none */
    for (int k = WORDS - 1; k >= 0; k--)
        if (a.word[k]) return 64 * k + 64 - __builtin_clzll(a.word[k]);
    return 0;
}

static inline int lowest(mask a) { /* the tile of the lowest bit, 0 for none */
    for (int k = 0; k < WORDS; k++)
        if (a.word[k]) return 64 * k + 1 + __builtin_ctzll(a.word[k]);
    return 0;
}

static inline void flip(mask *a, int tile) { a->word[(tile - 1) >> 6] ^= 1ull << ((tile - 1) & 63); }
static inline void set(mask *a, int tile) { a->word[(tile - 1) >> 6] |= 1ull << ((tile - 1) & 63); }
static inline int has(mask a, int tile) { return a.word[(tile - 1) >> 6] >> ((tile - 1) & 63) & 1; }

/* The tiles that fit one of the open suits, which are bits of `opened`. */
static mask fitting(const tile_tables *tiles, int64_t opened) {
    mask fits = {{0, 0, 0}};
    for (int suit = 0; suit < tiles->suits; suit++)
        if (opened >> suit & 1) fits = either(fits, tiles->suit[suit]);
    return fits;
}

/* rollout.careful: returns the tile, and in `by` the suit by which it is laid. `hidden` has the tiles neither laid nor in `hand`. */
static int careful(const tile_tables *tiles, int toes, mask hand, mask hidden, mask fits, int fewest, const position *p, int *by) {
    const double *urge = tiles->care_urge + fewest * (tiles->size + 1);
    double most = -1e9;
    int best = 0;
    *by = -1;
    for (int tile; (tile = highest(fits));) {
        flip(&fits, tile);
        int laid = tiles->high[tile], free = tiles->low[tile];
        mask rest = hand;
        flip(&rest, tile);
        if (laid == free) {
            int others = number(both(rest, tiles->suit[laid])), left = number(both(hidden, tiles->suit[laid]));
            double worth = urge[tile] + tiles->double_own * others + tiles->care_double_unseen * left;
            if (others + left < toes) worth += tiles->double_short;
            if (worth > most) most = worth, best = tile, *by = laid;
            continue;
        }
        for (int way = 0; way < 2; way++) {
            if (p->missing ? laid == p->foot : p->opened >> laid & 1) {
                mask suit = tiles->suit[free];
                double worth = urge[tile] + tiles->care_unseen * number(both(hidden, suit)) + tiles->own * number(both(rest, suit));
                if (!(p->opened >> free & 1)) worth += tiles->fresh;
                if (p->count[laid] == 1 && !p->missing)
                    worth += tiles->shut + tiles->shut_own * number(both(rest, tiles->suit[laid]));
                if (worth > most) most = worth, best = tile, *by = laid;
            }
            int other = laid;
            laid = free, free = other;
        }
    }
    return best;
}

/* The choice of a RolloutPolicy: the tile with the greatest sum of `urge` and `expose`. */
static int by_table(const tile_tables *tiles, const policy *how, mask fits, int fewest, const position *p) {
    const double *urge = how->urge + fewest * (tiles->size + 1);
    double most = -1e9;
    int best = 0;
    for (int tile; (tile = highest(fits));) {
        flip(&fits, tile);
        int open = tiles->high[tile];
        if (p->missing ? open == p->foot : p->opened >> open & 1) open = tiles->low[tile];
        double worth = urge[tile] + how->expose[open];
        if (worth > most) most = worth, best = tile;
    }
    return best;
}

/* The choice of a pupil; the arguments are those of `careful`. `noise` is its noise by tile for this playout, or null. */
static int taught(const tile_tables *tiles, const policy *how, const double *noise, int toes, mask hand, mask hidden, mask fits, int fewest,
                  const position *p, int *by) {
    int size = number(hand) - 2, row = fewest * SIZES + (size < SIZES ? size : SIZES - 1);
    const double *urge = how->urge + row * (tiles->size + 1);
    const struct row *w = how->rows + row;
    double most = -1e9;
    int best = 0;
    *by = -1;
    for (int tile; (tile = highest(fits));) {
        flip(&fits, tile);
        int laid = tiles->high[tile], free = tiles->low[tile];
        mask rest = hand;
        flip(&rest, tile);
        double base = urge[tile] + (noise ? noise[tile] : 0);
        if (laid == free) {
            int others = number(both(rest, tiles->suit[laid])), left = number(both(hidden, tiles->suit[laid]));
            double worth = base + w->double_own * others + w->double_unseen * left;
            if (others + left < toes) worth += w->double_short;
            if (!others) worth += w->double_alone;
            if (worth > most) most = worth, best = tile, *by = laid;
            continue;
        }
        for (int way = 0; way < 2; way++) {
            if (p->missing ? laid == p->foot : p->opened >> laid & 1) {
                int last = !p->missing && p->count[laid] == 1, others = number(both(rest, tiles->suit[free]));
                int64_t opened = (last ? p->opened & ~(1ll << laid) : p->opened) | 1ll << free;
                int fit = number(both(rest, p->missing > 1 ? tiles->suit[p->foot] : fitting(tiles, opened)));
                double worth = base + w->unseen * number(both(hidden, tiles->suit[free])) + w->own * others;
                if (!(p->opened >> free & 1)) worth += w->fresh;
                if (last) worth += w->shut + w->shut_own * number(both(rest, tiles->suit[laid]));
                worth += w->fitting * fit;
                if (!fit) worth += w->none_fits;
                if (p->missing) worth += w->own_in_foot * others;
                if (worth > most) most = worth, best = tile, *by = laid;
            }
            int other = laid;
            laid = free, free = other;
        }
    }
    return best;
}

/* The tiles in all hands except that of seat `without` (-1: of no seat). */
static mask in_hands(const position *p, const mask *hands, int without) {
    mask held = {{0, 0, 0}};
    for (int seat = 0; seat < p->seats; seat++)
        if (seat != without) held = either(held, hands[seat]);
    return held;
}

/* playout.playout: plays the round to its end. Leaves the remaining hands in `hands`. Returns the tile with which a seat went out, or 0.
 * `how` has each seat's policy, `yard` the yard's tiles in the order of drawing, `fits_now` the tiles that fit the table. */
int playout(const tile_tables *tiles, const policy *const *how, const int64_t *gaps, const double *picks, const uint8_t *yard, mask *hands,
            const mask *fits_now, const position *start) {
    position here = *start, *p = &here;
    mask play = *fits_now, rest[LONGEST_YARD + 1];
    memset(&rest[p->yard], 0, sizeof(mask));
    for (int k = p->yard - 1; k >= p->at; k--) {
        rest[k] = rest[k + 1];
        set(&rest[k], yard[k]);
    }
    int64_t dry = p->yard - p->reserve, gap = gaps[p->number_at];
    int seat = p->seat, at = p->at;
    for (;; seat = seat + 1 < p->seats ? seat + 1 : 0) {
        mask hand = hands[seat], fits = both(hand, play);
        int by = -1, tile = highest(fits);
        if (tile) {
            const policy *choice = how[seat];
            if (!choice->kind) {
                if (!--gap) {
                    gap = gaps[++p->number_at];
                    int skip = (int)(picks[p->number_at] * number(fits));
                    while (skip--) flip(&fits, lowest(fits));
                    tile = lowest(fits);
                }
            } else if (number(fits) > 1) {
                int fewest = FEWEST - 1;
                for (int other = 0; other < p->seats; other++) {
                    int held = number(hands[other]);
                    if (other != seat && held < fewest) fewest = held;
                }
                mask hidden = either(in_hands(p, hands, seat), rest[at]);
                if (choice->kind == 1) {
                    tile = careful(tiles, p->toes, hand, hidden, fits, fewest, p, &by);
                } else if (choice->kind == 3) {
                    const double *noise = choice->noise ? choice->noise + start->number_at : 0;
                    tile = taught(tiles, choice, noise, p->toes, hand, hidden, fits, fewest, p, &by);
                } else {
                    tile = by_table(tiles, choice, fits, fewest, p);
                }
            }
        } else if (at < dry) {
            tile = yard[at++];
            set(&hand, tile);
            while (p->until && at < dry && !has(play, tile)) {
                tile = yard[at++];
                set(&hand, tile);
            }
            if (!has(play, tile)) {
                hands[seat] = hand;
                continue;
            }
        } else {
            if (++p->idle >= p->limit) return 0;
            continue;
        }
        flip(&hand, tile);
        hands[seat] = hand;
        if (!number(hand)) return tile;
        p->idle = 0;
        int a = tiles->high[tile], b = tiles->low[tile];
        if (p->missing) {
            if (a != p->foot) b = a;
            if (!p->count[b]++) p->opened |= 1 << b;
            if (!--p->missing) play = fitting(tiles, p->opened);
            continue;
        }
        if (by >= 0 ? a != by : !(p->opened >> a & 1)) {
            int other = a;
            a = b, b = other;
        }
        if (!--p->count[a]) {
            p->opened ^= 1 << a;
            play = fitting(tiles, p->opened);
        }
        if (a != b) {
            if (!p->count[b]++) {
                p->opened |= 1 << b;
                play = either(play, tiles->suit[b]);
            }
            continue;
        }
        int left = number(both(either(in_hands(p, hands, -1), rest[at]), tiles->suit[a]));
        if (left < p->toes && p->closes) continue;
        p->missing = p->toes;
        p->foot = a;
        play = tiles->suit[a];
        if (!left) { /* no seat can ever play again: the seats draw until the yard is empty */
            for (int drawer = seat; at < dry; at++) {
                if (drawer == seat || !p->until) drawer = drawer + 1 < p->seats ? drawer + 1 : 0;
                set(&hands[drawer], yard[at]);
            }
            return 0;
        }
    }
}

/* The attributes of utility.Margin. */
typedef struct {
    int64_t seat;
    double share, bonus;
} margin;

/* utility.Margin: the value of the hands at a round's end. `last` is the tile with which a seat went out, or 0. */
static double worth(const tile_tables *tiles, const margin *to, int64_t seats, const mask *hands, int last) {
    int64_t own = 0, others = 0;
    for (int seat = 0; seat < seats; seat++) {
        mask hand = hands[seat];
        int64_t points = 0;
        for (int tile; (tile = highest(hand));) {
            flip(&hand, tile);
            points += tiles->score[tile];
        }
        *(seat == to->seat ? &own : &others) += points;
    }
    double value = to->share * others - own;
    if (to->bonus != 0 && last && tiles->high[last] == tiles->low[last])
        value += !number(hands[to->seat]) ? to->bonus : -to->share * to->bonus;
    return value;
}

/* A candidate play: its tile, and the tiles that fit and the state after it. */
typedef struct {
    int64_t tile;
    mask fits;
    position after;
} candidate;

/* flat_monte_carlo.Search.value: writes the value of each of `many` candidates in one world to `value`. `to` is the utility,
 * `number_at` the index of the world's first random number. */
void values(const tile_tables *tiles, const policy *const *how, const int64_t *gaps, const double *picks, const uint8_t *yard, const mask *hands,
            const candidate *candidates, int64_t many, const margin *to, int64_t number_at, double *value) {
    for (int64_t k = 0; k < many; k++) {
        position start = candidates[k].after;
        mask held[MOST_SEATS];
        memcpy(held, hands, start.seats * sizeof(mask));
        flip(&held[to->seat], candidates[k].tile);
        start.number_at = number_at;
        int last = candidates[k].tile;
        if (number(held[to->seat])) last = playout(tiles, how, gaps, picks, yard, held, &candidates[k].fits, &start);
        value[k] = worth(tiles, to, start.seats, held, last);
    }
}

/* Python's random.Random, the Mersenne Twister MT19937, with the state that its method `getstate` returns. */
enum { STATE = 624, SHIFT = 397 };

typedef struct {
    uint32_t state[STATE];
    uint32_t at;
} twister;

static uint32_t next_word(twister *from) {
    uint32_t *s = from->state;
    if (from->at >= STATE) {
        for (int k = 0; k < STATE; k++) {
            uint32_t mixed = (s[k] & 0x80000000u) | (s[(k + 1) % STATE] & 0x7fffffffu);
            s[k] = s[(k + SHIFT) % STATE] ^ (mixed >> 1) ^ (mixed & 1 ? 0x9908b0dfu : 0);
        }
        from->at = 0;
    }
    uint32_t word = s[from->at++];
    word ^= word >> 11;
    word ^= (word << 7) & 0x9d2c5680u;
    word ^= (word << 15) & 0xefc60000u;
    return word ^ (word >> 18);
}

/* random.Random.random: a number from 0 to below 1 with 53 random bits. */
double draw(twister *from) {
    uint32_t a = next_word(from) >> 5, b = next_word(from) >> 6;
    return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
}

/* beliefs.greedy_seats: draws the mask of the greedy seats. `thinks` has each seat's probability not to be greedy. */
int64_t greedy_seats(const double *thinks, int64_t seats, twister *from) {
    int64_t greedy = 0;
    for (int seat = 0; seat < seats; seat++)
        if (thinks[seat] < 1 && draw(from) >= thinks[seat]) greedy |= 1 << seat;
    return greedy;
}

/* The data of a beliefs.Sampler. A slot is one hidden tile of a seat. A loose slot may be any tile, a tight slot only some. */
typedef struct {
    int64_t seats, own, tiles, tight; /* number of seats, the own seat, numbers of hidden tiles and of tight slots */
    const uint8_t *tile;       /* the hidden local tiles in order */
    const mask *allowed;       /* by tight slot: the tiles that it may be */
    const uint8_t *allowed_in; /* by tight slot: its seat */
    const uint8_t *loose;      /* by seat: its number of loose slots */
    mask hand;                 /* the own hand */
} sampler;

/* Sampler.attempt: draws the hands and the yard of a world. Returns 0 if no drawn tile is left that a tight slot allows. */
static int attempt(const sampler *known, twister *from, mask *hands, uint8_t *yard) {
    uint8_t order[LONGEST_YARD];
    double keys[LONGEST_YARD];
    int left = known->tiles;
    for (int k = 0; k < left; k++) { /* a stable sort, like Python's sorted() */
        double key = draw(from);
        int at = k;
        for (; at && keys[at - 1] > key; at--) keys[at] = keys[at - 1], order[at] = order[at - 1];
        keys[at] = key, order[at] = known->tile[k];
    }
    memset(hands, 0, known->seats * sizeof(mask));
    hands[known->own] = known->hand;
    for (int slot = 0; slot < known->tight; slot++) {
        int k = 0;
        while (k < left && !has(known->allowed[slot], order[k])) k++;
        if (k == left) return 0;
        set(&hands[known->allowed_in[slot]], order[k]);
        memmove(&order[k], &order[k + 1], --left - k);
    }
    int k = 0;
    for (int seat = 0; seat < known->seats; seat++)
        for (int more = 0; more < known->loose[seat]; more++) set(&hands[seat], order[k++]);
    memcpy(yard, &order[k], left - k);
    return 1;
}

/* flat_monte_carlo.Search.step: draws a world into `hands` and `yard`, and writes the candidates' values in it to `value`. Returns the index
 * of the world's first random number, which is below `starts`, or -1 if `attempt` failed. */
int64_t step(const tile_tables *tiles, const policy *const *how, const int64_t *gaps, const double *picks, const sampler *known, twister *from,
             uint8_t *yard, mask *hands, const candidate *candidates, int64_t many, const margin *to, int64_t starts, double *value) {
    if (!attempt(known, from, hands, yard)) return -1;
    int64_t start = (int64_t)(draw(from) * starts);
    values(tiles, how, gaps, picks, yard, hands, candidates, many, to, start, value);
    return start;
}
