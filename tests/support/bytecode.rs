//! Bytecode in the making, with labels. Must not know what the code is for.

pub(crate) const TABLESWITCH: u8 = 0xaa;
pub(crate) const LOOKUPSWITCH: u8 = 0xab;

/// Instructions; jumps are written when their targets are known.
#[derive(Default)]
pub(crate) struct Code {
    pub(crate) bytes: Vec<u8>,
    jumps: Vec<(usize, usize, usize, bool)>,
    labels: Vec<Option<usize>>,
}

impl Code {
    pub(crate) fn op(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend(bytes);
        self
    }

    /// An instruction with an index into the constant pool.
    pub(crate) fn of(&mut self, op: u8, index: u16) -> &mut Self {
        let [high, low] = index.to_be_bytes();
        self.op(&[op, high, low])
    }

    pub(crate) fn label(&mut self) -> usize {
        self.labels.push(None);
        self.labels.len() - 1
    }

    pub(crate) fn labels(&mut self, count: usize) -> Vec<usize> {
        (0..count).map(|_| self.label()).collect()
    }

    pub(crate) fn here(&mut self, label: usize) -> &mut Self {
        self.labels[label] = Some(self.bytes.len());
        self
    }

    /// Where a label was placed.
    pub(crate) fn at(&self, label: usize) -> usize {
        self.labels[label].expect("a label that was placed")
    }

    pub(crate) fn jump(&mut self, op: u8, label: usize) -> &mut Self {
        let from = self.bytes.len();
        self.jumps.push((from, from + 1, label, false));
        self.op(&[op, 0, 0])
    }

    /// `goto_w` or `jsr_w`.
    pub(crate) fn jump_wide(&mut self, op: u8, label: usize) -> &mut Self {
        let from = self.bytes.len();
        self.jumps.push((from, from + 1, label, true));
        self.op(&[op, 0, 0, 0, 0])
    }

    /// `tableswitch` from 0, or `lookupswitch` over every third number.
    pub(crate) fn switch(&mut self, op: u8, default: usize, cases: &[usize]) -> &mut Self {
        let from = self.bytes.len();
        self.op(&[op]);
        while !self.bytes.len().is_multiple_of(4) {
            self.op(&[0]);
        }
        let wide = |code: &mut Self, label: usize| {
            code.jumps.push((from, code.bytes.len(), label, true));
            code.op(&[0; 4]);
        };
        wide(self, default);
        if op == TABLESWITCH {
            self.op(&[0; 4]).op(&(cases.len() as u32 - 1).to_be_bytes());
        } else {
            self.op(&(cases.len() as u32).to_be_bytes());
        }
        for (index, &case) in cases.iter().enumerate() {
            if op == LOOKUPSWITCH {
                self.op(&(3 * index as u32).to_be_bytes());
            }
            wide(self, case);
        }
        self
    }

    /// The code, with jumps that go where they should.
    pub(crate) fn finish(&mut self) -> Vec<u8> {
        for &(from, at, label, wide) in &self.jumps {
            let distance = self.at(label) as i64 - from as i64;
            if wide {
                self.bytes[at..at + 4].copy_from_slice(&(distance as i32).to_be_bytes());
            } else {
                let near = i16::try_from(distance).expect("a jump of less than 32 KiB");
                self.bytes[at..at + 2].copy_from_slice(&near.to_be_bytes());
            }
        }
        assert!(self.bytes.len() < 65_536, "{} bytes of code", self.bytes.len());
        std::mem::take(&mut self.bytes)
    }
}
